import { Injectable } from '@nestjs/common';
import type { Reading, Tx } from '../../database';
import type { PayoutTarget } from '../../providers';
import { WalletFundsService } from '../../wallets';
import { type Destination, DESTINATION_REASONS, type DestinationReason } from '../destination.entity';
import { DestinationLifecycle } from '../destination.lifecycle';
import { DestinationRepository } from '../destination.repository';
import { destinationTransitions } from '../destination.transitions';
import { payoutTargetOf } from '../resolve/payout-target.rules';

/** A destination, for whoever sends money there. */
export type PayableDestination = Destination;

/** Destinations for those that send money there. */
@Injectable()
export class PayableDestinationsService {
  constructor(
    private readonly destinations: DestinationRepository,
    private readonly wallets: WalletFundsService,
    private readonly lifecycle: DestinationLifecycle,
  ) {}

  /** The one of a wallet that is named, or its default; null when there is none that can be used at this moment. */
  async findUsable(
    reading: Reading,
    wallet: { readonly merchantId: string; readonly id: string },
    id: string | null,
    now: Date,
  ): Promise<Destination | null> {
    const open = await this.destinations.listOpen(reading, wallet.merchantId, wallet.id);
    const found = open.find((one) => (id === null ? one.isDefault : one.id === id));
    return found !== undefined && this.isUsable(found, now) ? found : null;
  }

  /** The default one of a wallet, whether it can be used or not. */
  findDefault(wallet: { readonly merchantId: string; readonly id: string }): Promise<Destination | null> {
    return this.destinations.findDefault(wallet.merchantId, wallet.id);
  }

  /** Whether a wallet has it and it can be used, or could be later. */
  async isOpen(
    reading: Reading,
    wallet: { readonly merchantId: string; readonly id: string },
    id: string,
  ): Promise<boolean> {
    const open = await this.destinations.listOpen(reading, wallet.merchantId, wallet.id);
    return open.some((one) => one.id === id);
  }

  isUsable({ status, usableFrom }: Destination, now: Date): boolean {
    return status === 'active' && usableFrom !== null && usableFrom <= now;
  }

  async get(reading: Reading, merchantId: string, id: string): Promise<Destination> {
    const found = await this.destinations.find(merchantId, id, reading);
    if (found === null) throw new Error('no destination is deleted');
    return found;
  }

  /** Those of the ids, of any merchants. */
  async findMany(ids: readonly string[], reading?: Reading): Promise<ReadonlyMap<string, Destination>> {
    const found = await this.destinations.findMany([...new Set(ids)], reading);
    return new Map(found.map((destination) => [destination.id, destination]));
  }

  targetOf(destination: Destination): PayoutTarget {
    return payoutTargetOf(destination);
  }

  /**
   * A provider refused to send money there: where that is for good, the destination is disabled.
   * Answers it as it stands then.
   */
  async noteRefused(tx: Tx, refused: Destination, code: string): Promise<Destination> {
    const reason = DISABLING.find((one) => one === code);
    if (reason === undefined) return refused;
    const { merchantId, walletId, id } = refused;
    await this.wallets.lock(tx, merchantId, walletId);
    const destination = await this.destinations.lock(tx, merchantId, id);
    if (destination === null) throw new Error('no destination is deleted');
    if (destinationTransitions.allows(destination.status, 'disable'))
      await this.lifecycle.disable(tx, destination, reason);
    return destination;
  }
}

/** Money contract §12: what a withdrawal found out disables its destination. */
const DISABLING: readonly DestinationReason[] = DESTINATION_REASONS.filter(
  (reason) => reason !== 'removed' && reason !== 'provider_refused',
);
