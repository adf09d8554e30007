import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterCommit, type Tx, TxRunner } from '../../database';
import { goOnIn } from '../tracing';
import { OutboxRepository } from './outbox.repository';

/** A relay that was told looks by itself for longer than this. */
const NOTIFY_EVERY_MS = 100;

/**
 * Tells relays that events were committed, so that an idle one need not look for them all the time. Never inside of their
 * transaction: what notifies commits behind a lock of the whole server. And seldom: a relay that has work looks anyway. Nothing
 * depends on it, a relay that was not told finds the events a little later.
 */
@Injectable()
export class OutboxNotifierService {
  private isNotifying = false;
  private isPending = false;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly repository: OutboxRepository,
  ) {}

  /** Events of this transaction wait once it is committed. */
  announce(tx: Tx): void {
    // For all who committed lately, so in nobody's trace.
    afterCommit(tx, () => void goOnIn(undefined, () => this.tell()));
  }

  private async tell(): Promise<void> {
    this.isPending = true;
    if (this.isNotifying) return;
    this.isNotifying = true;
    while (this.isPending) {
      this.isPending = false;
      await this.notify();
      await sleep(NOTIFY_EVERY_MS, undefined, { ref: false });
    }
    this.isNotifying = false;
  }

  private async notify(): Promise<void> {
    try {
      await this.txRunner.runStatement((tx) => this.repository.tellRelays(tx));
    } catch {
      // The database is away, or this process ends: relays look by themselves.
    }
  }
}
