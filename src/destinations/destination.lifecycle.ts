import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../common';
import { Outbox } from '../common/outbox';
import type { Tx } from '../database';
import type { Holder } from '../providers';
import type { Destination, DestinationReason } from './destination.entity';
import { EVENT_OF } from './destination.events';
import { DestinationRepository } from './destination.repository';
import { toDestinationResponse } from './destination.response';
import { destinationTransitions, type DestinationTrigger } from './destination.transitions';

/** The one writer of destinations: status, default, version and event together, while their wallet is locked. */
@Injectable()
export class DestinationLifecycle {
  constructor(
    private readonly destinations: DestinationRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The first of a wallet is its default. */
  async add(tx: Tx, destination: Destination, others: readonly Destination[]): Promise<void> {
    destination.status = destinationTransitions.next(null, 'add');
    destination.isDefault = !others.some(({ isDefault }) => isDefault);
    await this.destinations.insert(tx, destination);
  }

  /**
   * The provider knows it.
   * @param coolingOffHours for how long nothing goes there yet: time to notice that it is a thief's
   */
  async activate(
    tx: Tx,
    destination: Destination,
    holder: Holder | null,
    coolingOffHours: number,
  ): Promise<void> {
    const now = this.clock.now();
    destination.activatedAt = now;
    destination.usableFrom = new Date(now.getTime() + coolingOffHours * HOUR_MS);
    if (destination.type === 'pix_key' && holder !== null) {
      destination.holderName = holder.name.slice(0, 200);
      destination.resolvedTaxId = holder.taxId;
    }
    const open = await this.destinations.listOpen(tx, destination.merchantId, destination.walletId);
    if (!open.some(({ isDefault }) => isDefault)) destination.isDefault = true;
    await this.change(tx, destination, 'activate');
  }

  async reject(tx: Tx, destination: Destination, reason: DestinationReason): Promise<void> {
    await this.end(tx, destination, 'reject', reason);
  }

  /** Throws INVALID_STATE for one that is not active. */
  async disable(tx: Tx, destination: Destination, reason: DestinationReason): Promise<void> {
    await this.end(tx, destination, 'disable', reason);
  }

  async rename(tx: Tx, destination: Destination, nickname: string | null): Promise<void> {
    if (destination.nickname === nickname) return;
    destination.nickname = nickname;
    await this.save(tx, destination);
  }

  async makeDefault(tx: Tx, destination: Destination): Promise<void> {
    if (destination.isDefault) return;
    const open = await this.destinations.listOpen(tx, destination.merchantId, destination.walletId);
    for (const other of open.filter(({ isDefault }) => isDefault)) await this.setDefault(tx, other, false);
    await this.setDefault(tx, destination, true);
  }

  /** The oldest active one is the default after one that is none any more. */
  private async end(
    tx: Tx,
    destination: Destination,
    trigger: 'reject' | 'disable',
    reason: DestinationReason,
  ): Promise<void> {
    const wasDefault = destination.isDefault;
    destination.isDefault = false;
    destination.reason = reason;
    await this.change(tx, destination, trigger);
    if (!wasDefault) return;
    const open = await this.destinations.listOpen(tx, destination.merchantId, destination.walletId);
    const next = open.find(({ status }) => status === 'active');
    if (next !== undefined) await this.setDefault(tx, next, true);
  }

  private async setDefault(tx: Tx, destination: Destination, isDefault: boolean): Promise<void> {
    destination.isDefault = isDefault;
    await this.save(tx, destination);
  }

  private async change(tx: Tx, destination: Destination, trigger: DestinationTrigger): Promise<void> {
    destination.status = destinationTransitions.next(destination.status, trigger);
    await this.save(tx, destination);
    const event = EVENT_OF[destination.status];
    if (event === undefined) throw new Error(`nobody is told that a destination is ${destination.status}`);
    await this.outbox.append(tx, {
      event,
      merchantId: destination.merchantId,
      resourceId: destination.id,
      payload: { destination: toDestinationResponse(destination) },
      occurredAt: destination.updatedAt,
    });
  }

  private async save(tx: Tx, destination: Destination): Promise<void> {
    destination.version += 1;
    destination.updatedAt = this.clock.now();
    await this.destinations.update(tx, destination);
  }
}
