import { randomUUID } from 'node:crypto';
import { type BookAccountName, bookAccount, type NewTransaction, walletAccount } from '../../src/ledger';
import type { WalletAccountName } from '../../src/ledger';
import type { WalletResponse } from '../../src/wallets/wallet.response';
import { LedgerPlay } from './ledger-play';
import { Onboarding } from './onboarding';
import type { TestMerchant, TestService } from './service';

/** What a movement is called; the rest it says by itself. */
export interface Movement {
  readonly kind?: string;
  readonly reference?: string;
  readonly occurredAt?: Date;
}

/** A merchant with wallets, whose money is put there through the ledger. */
export class WalletBench {
  readonly play: LedgerPlay;
  readonly onboarding: Onboarding;

  private constructor(
    readonly service: TestService,
    readonly merchant: TestMerchant,
  ) {
    this.play = new LedgerPlay(service);
    this.onboarding = new Onboarding(merchant.client);
  }

  static async open(service: TestService, merchant?: TestMerchant): Promise<WalletBench> {
    return new WalletBench(service, merchant ?? (await service.merchant()));
  }

  /** A submerchant's wallet; its id is the submerchant's. */
  activeSeller(): Promise<string> {
    return this.onboarding.activePerson();
  }

  /** Puts money into an account of a wallet; below 0 it takes it out. */
  async move(
    walletId: string,
    account: WalletAccountName,
    amountCents: number,
    movement: Movement = {},
    from: BookAccountName = 'cash:bench',
  ): Promise<void> {
    const transaction: NewTransaction = {
      merchantId: this.merchant.id,
      reference: movement.reference ?? `test:${randomUUID()}`,
      kind: movement.kind ?? 'capture',
      resource: { type: 'charge', id: randomUUID() },
      occurredAt: movement.occurredAt ?? new Date(),
      lines: [
        { account: bookAccount(from), amountCents: -amountCents },
        { account: walletAccount(walletId, account), amountCents },
      ],
    };
    const { refusal } = await this.play.post([transaction]);
    if (refusal !== null) throw new Error(`the ledger refused it: ${refusal}`);
  }

  async read(walletId = this.merchant.id): Promise<WalletResponse> {
    const { status, body } = await this.merchant.client.get(`/v1/wallets/${walletId}`);
    if (status !== 200) throw new Error(`unexpected ${status}`);
    return (body as { data: WalletResponse }).data;
  }

  /** Every line gets its place. */
  drain(): Promise<void> {
    return this.play.drain(this.merchant.id);
  }
}
