import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

const MAX_URL_LENGTH = 2_048;
const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/** Why a URL is not one that we call. `code` goes into the details of a 422. */
export interface UrlFault {
  readonly code:
    | 'invalid_url'
    | 'https_required'
    | 'url_with_credentials'
    | 'url_with_fragment'
    | 'port_not_allowed'
    | 'address_not_allowed';
  readonly message: string;
}

export interface UrlRules {
  /** Lifts the address guard: for the endpoints and files of test merchants, when the configuration says so. */
  readonly allowPrivate: boolean;
  readonly httpsOnly?: boolean;
}

/** Names that are inside by definition, whatever they resolve to today. */
const INSIDE_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

const FAULTS = {
  invalid: { code: 'invalid_url', message: 'is not an absolute http or https URL' },
  https: { code: 'https_required', message: 'must begin with https://' },
  credentials: { code: 'url_with_credentials', message: 'must not contain credentials' },
  fragment: { code: 'url_with_fragment', message: 'must not contain a fragment (#)' },
  port: { code: 'port_not_allowed', message: 'names a port that cannot be called' },
  address: { code: 'address_not_allowed', message: 'must be an address on the public internet' },
} as const satisfies Record<string, UrlFault>;

/** What every URL that others give us must fulfil (contract §7, URLs). Looks at the spelling only, resolves nothing. */
export function findUrlFault(text: string, rules: UrlRules): UrlFault | null {
  // The URL parser repairs a lot (backslashes, tabs, missing slashes); what it would repair is refused.
  if (text.length > MAX_URL_LENGTH || !/^https?:\/\/[^/]/i.test(text) || /[\s\\\p{Cc}]/u.test(text))
    return FAULTS.invalid;
  if (!URL.canParse(text)) return FAULTS.invalid;
  const url = new URL(text);
  if (!isResolvableName(url)) return FAULTS.invalid;
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('@')) return FAULTS.credentials;
  if (text.includes('#')) return FAULTS.fragment;
  if (url.port === '0') return FAULTS.port;
  if (rules.httpsOnly === true && url.protocol !== 'https:') return FAULTS.https;
  if (!rules.allowPrivate && isInsideHost(hostOf(url))) return FAULTS.address;
  return null;
}

/** False for a name that no resolver takes: an empty label (`a..b`), one above 63 characters, all above 253. */
export function isResolvableName(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return true;
  return (
    host.length <= MAX_HOST_LENGTH &&
    host.split('.').every((label) => label.length > 0 && label.length <= MAX_LABEL_LENGTH)
  );
}

/** The host without the brackets of IPv6 and without a trailing dot. The parser has already decoded odd IPv4 spellings. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

export const ADDRESS_FAULT: UrlFault = FAULTS.address;

function isInsideHost(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  // A name of one label is resolved by the search list of our own network.
  return !host.includes('.') || INSIDE_NAMES.test(host);
}
