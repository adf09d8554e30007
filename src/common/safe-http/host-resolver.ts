import { Injectable } from '@nestjs/common';
import { Resolver, lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

const DNS_TRY_TIMEOUT_MS = 1_000;
const DNS_TRIES = 2;

/** Turns a host into addresses: all of them, or an empty list when it has none. */
export abstract class HostResolver {
  /** `useHostsFile` also asks the operating system (its hosts file); only for calls that may go to inside addresses. */
  abstract resolve(host: string, useHostsFile: boolean): Promise<readonly string[]>;
}

/**
 * Asks the DNS directly. The operating system's lookup would occupy one of libuv's four threads for as long as
 * a slow name server likes, and so one endpoint could hold up all others.
 */
@Injectable()
export class DnsHostResolver extends HostResolver {
  private readonly resolver: Resolver;

  constructor(servers?: readonly string[]) {
    super();
    this.resolver = new Resolver({ timeout: DNS_TRY_TIMEOUT_MS, tries: DNS_TRIES });
    if (servers !== undefined) this.resolver.setServers(servers);
  }

  override async resolve(host: string, useHostsFile: boolean): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    // RFC 6761, 6.3: these names are loopback and never a question for the DNS.
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([this.resolver.resolve4(host), this.resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0 || !useHostsFile) return addresses;
    return lookup(host, { all: true }).then(
      (found) => found.map(({ address }) => address),
      () => [],
    );
  }
}
