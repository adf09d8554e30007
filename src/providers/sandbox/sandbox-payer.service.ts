import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, iso } from '../../common';
import type { Tx } from '../../database';
import { SandboxNotificationsService } from './sandbox-notifications.service';
import { SandboxStore, type WrittenNotification } from './sandbox-store';

/** The bank that pays in the sandbox; an end-to-end id begins with its number. */
const SANDBOX_ISPB = '00000000';

/** Plays the payer of the sandbox. What it does there is told by a notification, as a foreign provider would. */
@Injectable()
export class SandboxPayerService {
  constructor(
    private readonly store: SandboxStore,
    private readonly notifications: SandboxNotificationsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Pays a pix or a boleto; null when it was withdrawn before. Paid twice it is paid once. */
  async pay(reference: string, amountCents: number): Promise<WrittenNotification | null> {
    const now = this.clock.now();
    const body = { end_to_end_id: endToEndId(now, this.ids.next()), at: iso(now) };
    const notification = { id: this.ids.next(), kind: 'paid', reference, body } as const;
    return this.store.pay({ reference, amountCents, notification });
  }

  /** Disputes a payment; null when there is no such payment that took money. */
  async chargeBack(reference: string): Promise<WrittenNotification | null> {
    const body = { at: iso(this.clock.now()) };
    return this.store.chargeBack({ id: this.ids.next(), kind: 'chargeback', reference, body });
  }

  /** Tells of it at once, in the caller's transaction; false when it is late or out of order and comes by itself. */
  async tell(tx: Tx, written: WrittenNotification): Promise<boolean> {
    return written.late ? false : this.notifications.take(tx, written);
  }

  /** After the commit of what was told: it is told no more. */
  async told(written: WrittenNotification): Promise<void> {
    await this.store.markDelivered(written);
  }
}

/** E, the bank, the minute, and eleven letters or digits (Banco Central, Pix). */
function endToEndId(now: Date, id: string): string {
  const minute = iso(now).slice(0, 16).replace(/[-:T]/g, '');
  return `E${SANDBOX_ISPB}${minute}${id.replaceAll('-', '').slice(-11)}`;
}
