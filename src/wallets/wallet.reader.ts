import { Inject, Injectable, Optional } from '@nestjs/common';
import { commonErrors } from '../common/errors';
import type { Page } from '../common/http';
import type { Reading } from '../database';
import { LedgerReader } from '../ledger';
import type { ListOperatorWalletsQuery, ListWalletsQuery } from './listing/list-wallets.query';
import { AutomaticWithdrawalRepository } from './automatic/automatic-withdrawal.repository';
import { UpcomingSettlements } from './upcoming-settlements.port';
import type { Wallet } from './wallet.entity';
import { type OperatorWalletResponse, toWalletResponse, type WalletResponse } from './wallet.response';
import { WalletRepository } from './wallet.repository';

/** Wallets with what they hold, exact at the moment. */
@Injectable()
export class WalletReader {
  constructor(
    private readonly wallets: WalletRepository,
    private readonly ledger: LedgerReader,
    private readonly automatic: AutomaticWithdrawalRepository,
    /** Null in a process that shows no wallets. By its name, because the type of a union is no token. */
    @Optional()
    @Inject(UpcomingSettlements)
    private readonly settlements: UpcomingSettlements | null,
  ) {}

  async list(merchantId: string, query: ListWalletsQuery): Promise<Page<WalletResponse>> {
    const page = await this.wallets.list(merchantId, query);
    return { ...page, items: await this.respondAll(page.items) };
  }

  /** As list, for operators: of all merchants. */
  async listAny(query: ListOperatorWalletsQuery): Promise<Page<OperatorWalletResponse>> {
    const page = await this.wallets.listAny(query);
    const shown = await this.respondAll(page.items);
    return { ...page, items: page.items.map((wallet, at) => toOperatorResponse(wallet, shown[at])) };
  }

  /** Throws NOT_FOUND, also for another merchant's wallet. */
  async get(merchantId: string, id: string): Promise<WalletResponse> {
    return this.respond(await this.getRecord(merchantId, id));
  }

  /** The record itself. Throws NOT_FOUND, also for another merchant's wallet. */
  async getRecord(merchantId: string, id: string, reading?: Reading): Promise<Wallet> {
    return found(await this.wallets.find(merchantId, id, reading));
  }

  /** As getRecord, for operators: whosesoever it is. */
  async getAnyRecord(id: string, reading?: Reading): Promise<Wallet> {
    return found(await this.wallets.findAny(id, reading));
  }

  /** For operators: what the owners of some wallets are called, by the wallet's id. */
  async listOwnerNames(ids: readonly string[], reading?: Reading): Promise<ReadonlyMap<string, string>> {
    const found = await this.wallets.listOwnerNames(ids, reading);
    return new Map(found.map(({ id, ownerName }) => [id, ownerName]));
  }

  /** The record as its merchant sees it, read in the given transaction where there is one. */
  async respond(wallet: Wallet, reading?: Reading): Promise<WalletResponse> {
    const [response] = await this.respondAll([wallet], reading);
    if (response === undefined) throw new Error('one wallet has one response');
    return response;
  }

  /** The record as operators see it. */
  async respondToOperator(wallet: Wallet, reading?: Reading): Promise<OperatorWalletResponse> {
    return toOperatorResponse(wallet, await this.respond(wallet, reading));
  }

  private async respondAll(wallets: readonly Wallet[], reading?: Reading): Promise<WalletResponse[]> {
    const keys = wallets.map(({ merchantId, id }) => ({ merchantId, walletId: id }));
    const balances = await this.ledger.listOfWallets(keys, reading);
    const next = await this.settlements?.findNext(wallets, reading);
    const automatic = await this.automatic.listShown(keys, reading);
    return wallets.map((wallet) =>
      toWalletResponse(wallet, balances.get(wallet.id) ?? {}, {
        next: next?.get(wallet.id) ?? null,
        automatic: automatic.get(wallet.id) ?? null,
      }),
    );
  }
}

function found(wallet: Wallet | null): Wallet {
  if (wallet === null) throw commonErrors.NOT_FOUND();
  return wallet;
}

function toOperatorResponse(wallet: Wallet, shown: WalletResponse | undefined): OperatorWalletResponse {
  if (shown === undefined) throw new Error('one wallet has one response');
  return Object.assign(shown, { merchant_id: wallet.merchantId, debt_limit: wallet.debtLimitCents });
}
