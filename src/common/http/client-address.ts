import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { boundedCache } from '../bounded-cache';
import { contextOf } from './request-context';

/** More proxies than this pass no request on. */
const MAX_FORWARDED = 20;

/** Where requests came from lately: the same few thousand addresses ask again and again. What is longer is no ordinary header. */
const REMEMBERED = 5_000;
const MAX_REMEMBERED_LENGTH = 100;

/**
 * Finds out where a request comes from, as it is counted everywhere (contract §3): the socket's address, or that of
 * `X-Forwarded-For` which the last trusted proxy saw.
 */
export function findClientAddress(trustedProxies: readonly string[]): RequestHandler {
  const trusted = blockListOf(trustedProxies);
  const remembered = boundedCache<string>(REMEMBERED);
  return (request: Request, _response: Response, next: NextFunction) => {
    const socketAddress = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    const asked = forwarded === undefined ? socketAddress : `${socketAddress} ${String(forwarded)}`;
    const known = remembered.get(asked);
    const address = known ?? countedAddress(clientAddress(socketAddress, forwarded, trusted));
    if (known === undefined && asked.length <= MAX_REMEMBERED_LENGTH) remembered.set(asked, address);
    contextOf(request).address = address;
    next();
  };
}

/** From the socket outwards as long as who passed the request on is trusted; what is no address ends the way back. */
export function clientAddress(
  socketAddress: string,
  forwarded: string | string[] | undefined,
  trusted: BlockList,
): string {
  const passedOn = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',');
  let client = parseAddress(socketAddress) ?? socketAddress;
  for (const text of passedOn.reverse().slice(0, MAX_FORWARDED)) {
    if (!isTrusted(client, trusted)) return client;
    const before = parseAddress(text);
    if (before === null) return client;
    client = before;
  }
  return client;
}

/** The trusted proxies, as addresses and CIDR blocks. Throws for what is neither. */
export function blockListOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** An address as proxies write it: in brackets, with a port, with a zone, IPv4 as IPv6. Null for what is none. */
function parseAddress(text: string): string | null {
  const bare = text.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare) ?? [];
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(bare) ?? [];
  const address = (bracketed ?? beforePort ?? bare).split('%')[0] ?? '';
  if (isIPv4(address)) return bracketed === undefined ? address : null;
  if (!isIPv6(address)) return null;
  return mappedIpv4(groupsOf(address)) ?? address.toLowerCase();
}

/** The address as it is counted: of IPv6 the first 64 bits, because the rest is the client's to choose. */
export function countedAddress(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return 'unknown';
  return isIPv4(parsed) ? parsed : `${hex(groupsOf(parsed).slice(0, 4))}::/64`;
}

/** The /48 that a counted /64 is part of, which one customer of a provider has whole; null for IPv4. */
export function countedNetwork(address: string): string | null {
  return address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // An IPv4 ending fills two groups.
  const [head = '', tail] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
      return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    })
    .split('::');
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [read(head), read(tail ?? '')];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function mappedIpv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null;
}

const hex = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');
