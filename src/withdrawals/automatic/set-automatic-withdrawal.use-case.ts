import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { validationFailed } from '../../common/errors';
import { assertVersion } from '../../common/http';
import { TxRunner } from '../../database';
import { PayableDestinationsService } from '../../destinations';
import { BankCalendarReader } from '../../terms';
import {
  AutomaticWithdrawalsService,
  WalletFundsService,
  WalletReader,
  type WalletResponse,
} from '../../wallets';
import { withdrawalErrors } from '../withdrawal.errors';
import type { AutomaticWithdrawalBody } from './change-wallet.body';
import { lastDay, nextAfter } from './schedule.rules';

const LAST_WEEKDAY = 5;

/** Which wallet, and the version that was seen. */
export interface AutomaticRequest {
  readonly merchantId: string;
  /** Who asks. */
  readonly actor: AuditActor;
  readonly walletId: string;
  readonly expectedVersion: number | null;
}

/** A merchant says when a wallet is paid out by itself, or that it is not (money contract §12). */
@Injectable()
export class SetAutomaticWithdrawalUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly wallets: WalletFundsService,
    private readonly reader: WalletReader,
    private readonly destinations: PayableDestinationsService,
    private readonly automatic: AutomaticWithdrawalsService,
    private readonly calendar: BankCalendarReader,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** One whose hour has passed today begins with its next day. Throws NOT_FOUND, STALE_VERSION, VALIDATION_FAILED, DESTINATION_NOT_USABLE. */
  execute(
    { merchantId, actor, walletId, expectedVersion }: AutomaticRequest,
    body: AutomaticWithdrawalBody | null,
  ): Promise<WalletResponse> {
    if (body !== null) assertDay(body);
    return this.transactions.run(async (tx) => {
      const wallet = await this.wallets.lock(tx, merchantId, walletId);
      assertVersion(wallet.version, expectedVersion);
      const today = lastDay(this.clock.now());
      let isChanged: boolean;
      if (body === null) isChanged = await this.automatic.set(tx, wallet, null, today);
      else {
        const destinationId = body.destination_id.toLowerCase();
        // One that cools off or waits for its provider can be named: the first run comes later.
        if (!(await this.destinations.isOpen(tx, wallet, destinationId)))
          throw withdrawalErrors.DESTINATION_NOT_USABLE();
        const schedule = { frequency: body.frequency, day: body.day ?? null };
        const amounts = { minimumCents: body.minimum_amount, retainCents: body.retain_amount };
        const next = nextAfter(schedule, today, await this.calendar.get(tx));
        isChanged = await this.automatic.set(tx, wallet, { ...schedule, ...amounts, destinationId }, next);
      }
      if (isChanged)
        await this.audit.append(tx, {
          action: 'wallet.automatic_withdrawal_changed',
          actor,
          target: { type: 'wallet', id: walletId },
          merchantId,
          details: { automatic_withdrawal: body },
        });
      return this.reader.respond(wallet, tx);
    });
  }
}

/** Throws VALIDATION_FAILED. */
function assertDay({ frequency, day = null }: AutomaticWithdrawalBody): void {
  const wrong = (code: string, message: string) =>
    validationFailed([{ field: 'automatic_withdrawal.day', code, message }]);
  if (frequency === 'daily') {
    if (day !== null) throw wrong('not_allowed', 'a daily one has none');
  } else if (day === null) throw wrong('required', 'is required');
  else if (frequency === 'weekly' && day > LAST_WEEKDAY)
    throw wrong('too_large', 'must be at most 5: Monday is 1, Friday 5');
}
