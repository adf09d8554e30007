import type { Identity } from '../../support/access-table';
import { Onboarding } from '../../support/onboarding';
import { openPortal, PORTAL_SESSION } from '../../support/portal';
import type { BenchMerchant, Installation } from './installation';

/** Somebody who asks for every route there is. */
export interface Sender {
  readonly name: string;
  readonly identity: Identity;
  /** A request that may end the session that it came with has one of its own. */
  headers(route: string): Promise<Record<string, string>>;
}

interface Link {
  readonly submerchant_id?: string;
}

/** What the portal's pages send, after a link of this merchant was opened. */
export async function portalOf(installation: Installation, keys: BenchMerchant, link: Link = {}) {
  const api = installation.apis[0]!;
  const place = { url: api.url, anonymous: api.client() };
  const { cookie } = await openPortal(place, { client: api.client(keys) }, link);
  return { cookie, 'sec-fetch-site': 'same-origin', 'x-repasse-page': 'portal' };
}

/** A session that its holder has ended. */
export async function endedPortalOf(installation: Installation, keys: BenchMerchant) {
  const headers = await portalOf(installation, keys);
  const { status } = await installation.apis[0]!.client().delete(PORTAL_SESSION, headers);
  if (status !== 204) throw new Error(`the session did not end: ${status}`);
  return headers;
}

/** Sessions of the portal of every kind, and one that has ended. */
export async function gatherPortals(installation: Installation): Promise<Sender[]> {
  const kinds = [
    ['merchant', ['read', 'write']],
    ['merchant', ['read', 'write', 'money']],
    ['submerchant', ['read', 'write', 'money']],
  ] as const;
  const senders: Sender[] = [];
  for (const [of, scopes] of kinds) {
    const keys = await installation.merchant({ scopes: [...scopes] });
    const onboarding = new Onboarding(installation.apis[0]!.client(keys));
    const link = of === 'merchant' ? {} : { submerchant_id: await onboarding.person() };
    const lasting = await portalOf(installation, keys, link);
    senders.push({
      name: `a session of the portal of a ${of}, ${scopes.join(' and ')}`,
      identity: { kind: 'portal', of, scopes },
      headers: async (route) =>
        route === `DELETE ${PORTAL_SESSION}` ? portalOf(installation, keys, link) : lasting,
    });
  }
  const ended = await endedPortalOf(installation, await installation.merchant());
  senders.push({
    name: 'an ended session of the portal',
    identity: { kind: 'nobody' },
    headers: async () => ended,
  });
  return senders;
}
