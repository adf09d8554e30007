import { Injectable } from '@nestjs/common';
import { boundedCache, MINUTE_MS } from '../../common';
import { countedNetwork } from '../../common/http';

const REMEMBERED = 50_000;
const REMEMBERED_MS = 15 * MINUTE_MS;
/** An address may have so many log-ins under way … */
const MAX_OF_ADDRESS = 3;
/** … those of one /48 so many that have failed or are under way, before all of them are suspect … */
const MAX_OF_NETWORK = 10;
/** … and all that were not suspect so many, in a minute, before everybody is who has not logged in lately. */
const MAX_OF_ALL = 60;

/**
 * Where failures came from lately, as this process has seen it: who comes from there waits behind everybody else
 * (docs/security.md, Floods). What is under way counts like a failure, because a flood is there before it has failed.
 */
@Injectable()
export class FailedLogInsService {
  private readonly failures = boundedCache<number>(REMEMBERED, REMEMBERED_MS);
  private readonly successes = boundedCache<true>(REMEMBERED, REMEMBERED_MS);
  private readonly underWay = new Map<string, number>();
  private all = { minute: 0, tries: 0 };

  /** Runs a part of a log-in that others wait for, told whether it comes from where failures came from. */
  async during<T>(address: string, work: (isSuspect: boolean) => Promise<T>): Promise<T> {
    const isSuspect = this.isSuspect(address);
    if (!isSuspect) this.allOfMinute().tries += 1;
    this.change(address, 1);
    try {
      return await work(isSuspect);
    } finally {
      this.change(address, -1);
    }
  }

  noteFailure(address: string): void {
    for (const name of namesOf(address)) this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }

  noteSuccess(address: string): void {
    this.failures.delete(address);
    this.successes.set(address, true);
  }

  private isSuspect(address: string): boolean {
    const [own, network] = namesOf(address).map((name) => ({
      failed: this.failures.get(name) ?? 0,
      underWay: this.underWay.get(name) ?? 0,
    }));
    if (own === undefined || own.failed > 0 || own.underWay >= MAX_OF_ADDRESS) return true;
    if (network !== undefined && network.failed + network.underWay >= MAX_OF_NETWORK) return true;
    return this.allOfMinute().tries >= MAX_OF_ALL && !this.successes.has(address);
  }

  private change(address: string, by: number): void {
    for (const name of namesOf(address)) {
      const count = (this.underWay.get(name) ?? 0) + by;
      if (count === 0) this.underWay.delete(name);
      else this.underWay.set(name, count);
    }
  }

  private allOfMinute(): { tries: number } {
    const minute = Math.floor(performance.now() / MINUTE_MS);
    if (this.all.minute !== minute) this.all = { minute, tries: 0 };
    return this.all;
  }
}

/** An address, and the network that it is part of if that is counted too. */
function namesOf(address: string): string[] {
  const network = countedNetwork(address);
  return network === null ? [address] : [address, network];
}
