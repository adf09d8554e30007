import { Injectable } from '@nestjs/common';
import { boundedCache, type BoundedCache } from '../../common';
import type { Reading } from '../../database';
import { AdaptersService } from '../adapters.service';
import type { AccountAccess, PaymentCapability, ProviderAdapter, ProviderMode } from '../provider.port';
import { ProviderCredentialsService } from './provider-credentials.service';
import type { ProviderAccount } from './provider-account.entity';
import { ProviderAccountRepository } from './provider-account.repository';

/** As with credentials (contract §2): a change holds within a second on every process. */
const CACHE_MS = 500;
const CACHE_ENTRIES = 10_000;

/** An account that can be spoken for. */
export interface OpenAccount {
  readonly access: AccountAccess;
  readonly adapter: ProviderAdapter;
}

/** Chooses accounts, and opens them for their adapters. */
@Injectable()
export class ProviderAccountsService {
  private readonly active = boundedCache<Promise<ProviderAccount[]>>(CACHE_ENTRIES, CACHE_MS);
  private readonly opened = boundedCache<Promise<OpenAccount | null>>(CACHE_ENTRIES, CACHE_MS);

  private readonly names = boundedCache<string>(CACHE_ENTRIES);

  constructor(
    private readonly accounts: ProviderAccountRepository,
    private readonly credentials: ProviderCredentialsService,
    private readonly adapters: AdaptersService,
  ) {}

  /**
   * The account that takes a new payment: the merchant's own that serves the method, the newest of several, else the
   * platform's; null when there is none. A request between two changes costs no look at the database.
   */
  async choose(
    merchantId: string,
    mode: ProviderMode,
    method: PaymentCapability,
  ): Promise<OpenAccount | null> {
    const active = await remembered(this.active, merchantId, () => this.accounts.listActive(merchantId));
    const account = active.find((one) => one.mode === mode && one.methods.includes(method));
    return account === undefined ? null : this.find(account.id);
  }

  /** The account that sends money on, chosen as one for payments is: of those whose institution does that. */
  async chooseForPayouts(merchantId: string, mode: ProviderMode): Promise<OpenAccount | null> {
    const active = await remembered(this.active, merchantId, () => this.accounts.listActive(merchantId));
    for (const { id } of active.filter((one) => one.mode === mode)) {
      const account = await this.find(id);
      if (account !== null && account.adapter.payouts !== null) return account;
    }
    return null;
  }

  /** The account that something was made with, also when it takes nothing new. */
  async find(id: string): Promise<OpenAccount | null> {
    return remembered(this.opened, id, async () => {
      const account = await this.accounts.find(id);
      return account === null ? null : this.open(account);
    });
  }

  async get(id: string): Promise<OpenAccount> {
    const account = await this.find(id);
    if (account === null) throw new Error(`there is no provider account ${id}`);
    return account;
  }

  /** All accounts at an institution, also those that take nothing new: what was made with them is reported still. */
  async listOfProvider(adapter: string): Promise<OpenAccount[]> {
    return (await this.accounts.listOfAdapter(adapter)).map((account) => this.open(account));
  }

  /** The name of the adapter behind an account, which never changes. */
  async nameOfProvider(id: string, reading: Reading): Promise<string> {
    const known = this.names.get(id);
    if (known !== undefined) return known;
    const account = await this.accounts.find(id, reading);
    if (account === null) throw new Error(`there is no provider account ${id}`);
    this.names.set(id, account.adapter);
    return account.adapter;
  }

  private open({ id, mode, adapter, credentialsBox }: ProviderAccount): OpenAccount {
    const credentials = this.credentials.open(id, credentialsBox);
    return { access: { id, mode, credentials }, adapter: this.adapters.get(adapter) };
  }
}

/** Concurrent requests share one look; one that failed is not remembered. */
function remembered<T extends object | null>(
  cache: BoundedCache<Promise<T>>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const loaded = load();
  cache.set(key, loaded);
  loaded.catch(() => cache.delete(key));
  return loaded;
}
