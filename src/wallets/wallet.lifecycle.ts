import { Injectable } from '@nestjs/common';
import { Clock } from '../common';
import type { DeclaredEvent } from '../common/events';
import { Outbox } from '../common/outbox';
import { ahead, type Tx } from '../database';
import { WALLET_EVENTS } from './wallet.events';
import { Wallet } from './wallet.entity';
import { WalletReader } from './wallet.reader';
import { WalletRepository } from './wallet.repository';
import { defaultDebtLimit } from './wallet.rules';
import { isOwnerActive, shownState, walletTransitions, type WalletTrigger } from './wallet.transitions';

/** What a wallet keeps of its owner. */
export type WalletOwner = Pick<
  Wallet,
  'merchantId' | 'id' | 'ownerType' | 'ownerName' | 'ownerTaxId' | 'searchText'
> & { readonly isActive: boolean };

export type NewWalletOwner = WalletOwner & Pick<Wallet, 'isLive'>;

const KEPT = ['ownerName', 'ownerTaxId', 'searchText'] as const;

/** The one writer of wallets: state, version and event together, on the locked row. */
@Injectable()
export class WalletLifecycle {
  constructor(
    private readonly wallets: WalletRepository,
    private readonly reader: WalletReader,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Of owners that have none yet, any number in one statement. */
  async open(tx: Tx, owners: readonly NewWalletOwner[]): Promise<void> {
    const now = this.clock.now();
    const wallets = owners.map(({ isActive: _isActive, isLive, ...owner }) =>
      Object.assign(new Wallet(), owner, {
        state: walletTransitions.next(null, 'open'),
        debtLimitCents: defaultDebtLimit(owner.ownerType, isLive),
        isLive,
        version: 1,
        createdAt: now,
        updatedAt: now,
      }),
    );
    await ahead(tx, () => this.wallets.insert(tx, wallets));
  }

  /** The owner has changed: is called otherwise, has another tax number, is active or not any more. */
  async follow(tx: Tx, wallet: Wallet, owner: WalletOwner): Promise<void> {
    const changes = KEPT.some((name) => wallet[name] !== owner[name]);
    Object.assign(wallet, Object.fromEntries(KEPT.map((name) => [name, owner[name]])));
    if (isOwnerActive(wallet.state) !== owner.isActive)
      await this.change(tx, wallet, owner.isActive ? 'restart_owner' : 'stop_owner');
    else if (changes) await this.save(tx, wallet);
  }

  /** By an operator. Throws INVALID_STATE. */
  freeze(tx: Tx, wallet: Wallet): Promise<void> {
    return this.change(tx, wallet, 'freeze');
  }

  /** By an operator. Throws INVALID_STATE. */
  unfreeze(tx: Tx, wallet: Wallet): Promise<void> {
    return this.change(tx, wallet, 'unfreeze');
  }

  async setDebtLimit(tx: Tx, wallet: Wallet, debtLimitCents: number | null): Promise<void> {
    if (wallet.debtLimitCents === debtLimitCents) return;
    wallet.debtLimitCents = debtLimitCents;
    await this.save(tx, wallet);
  }

  /** Something that is kept beside the locked row was changed with it. */
  async noteChanged(tx: Tx, wallet: Wallet): Promise<void> {
    await this.save(tx, wallet);
  }

  /** Freezes the wallet as the API shows it now into an event. */
  async announce(tx: Tx, wallet: Wallet, event: DeclaredEvent): Promise<void> {
    await this.outbox.append(tx, {
      event,
      merchantId: wallet.merchantId,
      resourceId: wallet.id,
      payload: { wallet: await this.reader.respond(wallet, tx) },
      occurredAt: this.clock.now(),
    });
  }

  private async change(tx: Tx, wallet: Wallet, trigger: WalletTrigger): Promise<void> {
    const before = shownState(wallet.state).status;
    wallet.state = walletTransitions.next(wallet.state, trigger);
    const { status } = shownState(wallet.state);
    await this.save(tx, wallet);
    if (status !== before)
      await this.announce(
        tx,
        wallet,
        WALLET_EVENTS[status === 'frozen' ? 'wallet.frozen' : 'wallet.unfrozen'],
      );
  }

  private async save(tx: Tx, wallet: Wallet): Promise<void> {
    wallet.version += 1;
    wallet.updatedAt = this.clock.now();
    await this.wallets.update(tx, wallet);
  }
}
