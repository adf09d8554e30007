import { isIPv6 } from 'node:net';

/** The address as it is counted: of IPv6 the first 64 bits, because the rest is the client's to choose. */
export function countedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address.slice(0, 45);
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 ending fills two groups.
  const groupsOf = (groups: readonly string[]) =>
    groups.length + (groups.at(-1)?.includes('.') === true ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groupsOf(left) - groupsOf(right));
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
