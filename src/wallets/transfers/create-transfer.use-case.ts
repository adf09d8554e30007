import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { assertKeySent, created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { CompleteBooksService, LedgerService, type NewTransaction, walletAccount } from '../../ledger';
import { WalletDebtService } from '../debt/wallet-debt.service';
import type { Wallet } from '../wallet.entity';
import { insufficientBalance } from '../../common/errors';
import { walletErrors } from '../wallet.errors';
import { WalletReader } from '../wallet.reader';
import { WalletRepository } from '../wallet.repository';
import { withdrawableCents } from '../wallet.rules';
import { isOwnerActive, shownState } from '../wallet.transitions';
import type { CreateTransferBody } from './create-transfer.body';
import { Transfer } from './transfer.entity';
import { TransferRepository } from './transfer.repository';
import { toTransferResponse } from './transfer.response';

/** Moves money from a merchant's own wallet into an active submerchant's: at once, and for good (money contract §12). */
@Injectable()
export class CreateTransferUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletRepository,
    private readonly reader: WalletReader,
    private readonly transfers: TransferRepository,
    private readonly books: CompleteBooksService,
    private readonly ledger: LedgerService,
    private readonly debts: WalletDebtService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws IDEMPOTENCY_KEY_REQUIRED, NOT_FOUND, TRANSFER_NOT_ALLOWED, WALLET_FROZEN, UNAVAILABLE, INSUFFICIENT_BALANCE. */
  execute(
    merchantId: string,
    walletId: string,
    body: CreateTransferBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    assertKeySent(key);
    return this.idempotency.run(key, async (tx) => {
      const from = await this.lock(tx, merchantId, walletId.toLowerCase(), body.to_wallet_id.toLowerCase());
      const transfer = Object.assign(new Transfer(), {
        merchantId,
        id: this.ids.next(),
        toWalletId: body.to_wallet_id.toLowerCase(),
        amountCents: body.amount,
        description: body.description ?? null,
        externalId: body.external_id ?? null,
        createdAt: this.clock.now(),
      });
      await this.transfers.insert(tx, transfer);
      await this.move(tx, from, transfer);
      return created('Transferred.', toTransferResponse(transfer));
    });
  }

  /** Neither wallet changes its state until the end. */
  private async lock(tx: Tx, merchantId: string, fromId: string, toId: string): Promise<Wallet> {
    const locked = await this.wallets.lockShared(tx, merchantId, [fromId, toId]);
    const from = locked.find(({ id }) => id === fromId);
    const to = locked.find(({ id }) => id === toId);
    // What the path names is not there, or somebody else's.
    if (from === undefined) return this.reader.getRecord(merchantId, fromId, tx);
    if (from.ownerType !== 'merchant' || to?.ownerType !== 'submerchant' || !isOwnerActive(to.state))
      throw walletErrors.TRANSFER_NOT_ALLOWED();
    if (shownState(from.state).status === 'frozen') throw walletErrors.WALLET_FROZEN();
    return from;
  }

  private async move(tx: Tx, from: Wallet, transfer: Transfer): Promise<void> {
    const { merchantId, id } = from;
    const { amountCents } = transfer;
    const available = walletAccount(id, 'available');
    await this.books.assertComplete(merchantId, tx);
    const [held = 0, debt = 0] = await this.ledger.lock(tx, merchantId, [
      available,
      walletAccount(id, 'debt'),
    ]);
    const heldCents = withdrawableCents({ available: held, debt });
    if (amountCents > heldCents)
      throw insufficientBalance({
        field: 'amount',
        heldCents,
        neededCents: amountCents,
        account: 'withdrawable',
      });
    const posting: NewTransaction = {
      merchantId,
      reference: `transfer:${transfer.id}`,
      kind: 'transfer',
      resource: { type: 'transfer', id: transfer.id },
      occurredAt: transfer.createdAt,
      description: transfer.description,
      lines: [
        { account: available, amountCents: -amountCents },
        { account: walletAccount(transfer.toWalletId, 'available'), amountCents },
      ],
    };
    // What the owner owes is paid first, in this transaction (money contract §17, Recovery).
    const recovery = this.debts.recoveryOf(from, held, debt);
    await this.ledger.post(tx, recovery === null ? [posting] : [recovery, posting]);
    if (recovery !== null) await this.debts.noteSettled(tx, from);
  }
}
