import { BlockList, isIP } from 'node:net';

/** IPv4 blocks that are not the public internet, from the IANA special-purpose registry and what clouds add to it. */
const INSIDE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; one cloud's metadata is at 100.100.100.200
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // the platform address of Azure, reachable from every machine there
  ['169.254.0.0', 16], // link-local; the metadata address of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; one cloud's metadata is at 192.0.0.192
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // automatic multicast tunnelling
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and the broadcast address
];

/** Public unicast of IPv6 is 2000::/3 and nothing else … */
const PUBLIC_V6: readonly [string, number] = ['2000::', 3];

/** … without these. Loopback, mapped, compatible, NAT64, unique-local, link-local and multicast lie outside anyway. */
const INSIDE_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

const insideV4 = blockList(INSIDE_V4, 'ipv4');
const insideV6 = blockList(INSIDE_V6, 'ipv6');
const publicV6 = blockList([PUBLIC_V6], 'ipv6');

/** An interface id of ISATAP carries an IPv4 address: `…:0:5efe:192.168.0.1`. */
const ISATAP = /:(?:0|200)?:?5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/;

/** True for an address on the public internet, in its canonical spelling. Anything else, a zone id included, is inside. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !insideV4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return (
    publicV6.check(address, 'ipv6') && !insideV6.check(address, 'ipv6') && !ISATAP.test(canonicalV6(address))
  );
}

/** One spelling for each IPv6 address, as URLs print it. */
function canonicalV6(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

function blockList(blocks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family);
  return list;
}
