import type { Answer } from './client';
import { anyAddress, from } from './log-ins';
import type { TestMerchant, TestService } from './service';
import { cookieOf, SessionClient } from './session-client';

export const PORTAL = '/v1/portal-sessions';
export const PORTAL_SESSION = `${PORTAL}/current`;

/** Of a link what a browser's page reads: it is sent to no server with the address. */
export const tokenOf = (url: string): string => url.slice(url.indexOf('#') + 1);

/** Where the portal is: the service under test, or a process of a bench. */
type Place = Pick<TestService, 'url' | 'anonymous'>;

/** Opens a link as the portal's page does, from an address of its own. */
export function openLink(service: Pick<Place, 'anonymous'>, url: string, headers = {}): Promise<Answer> {
  return service.anonymous.post(
    PORTAL_SESSION,
    { token: tokenOf(url) },
    { ...from(anyAddress()), ...headers },
  );
}

/** A session of the portal. */
export async function openPortal(
  service: Place,
  merchant: Pick<TestMerchant, 'client'>,
  link: object = {},
): Promise<SessionClient> {
  const made = await merchant.client.post(PORTAL, link);
  if (made.status !== 201) throw new Error(`no link: ${made.text}`);
  const opened = await openLink(service, made.body.data.url as string);
  if (opened.status !== 200) throw new Error(`not opened: ${opened.text}`);
  return new SessionClient(service.url, cookieOf(opened));
}
