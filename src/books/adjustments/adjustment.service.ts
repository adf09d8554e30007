import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import type { PendingThing, Reply } from '../../common/http';
import type { Tx } from '../../database';
import type { Line } from '../../ledger';
import { BookPostingService } from '../book-posting.service';
import type { MoneyRequest } from '../requests/money-request.entity';
import { referenceOf } from '../requests/money-request.response';
import type { Wanted } from '../requests/money-request.rules';
import { TwoOperatorsService } from '../requests/two-operators.service';

/** What operators post themselves, once two of them asked for it. */
@Injectable()
export class AdjustmentService {
  constructor(
    private readonly twoOperators: TwoOperatorsService,
    private readonly posting: BookPostingService,
    private readonly clock: Clock,
  ) {}

  /** Throws INSUFFICIENT_BALANCE, DEBT_TOO_SMALL, SECOND_OPERATOR_REQUIRED, INVALID_STATE. */
  share(tx: Tx, operator: OperatorIdentity, wanted: Wanted, lines: readonly Line[]): Promise<Reply> {
    return this.twoOperators.share(tx, {
      operator,
      wanted,
      check: () => this.posting.check(tx, wanted.merchantId, lines),
      carryOut: (request) => this.post(tx, request, lines),
    });
  }

  answerAnew(tx: Tx, operatorId: string, thing: PendingThing): Promise<Reply> {
    return this.twoOperators.answerAnew(tx, operatorId, thing);
  }

  private post(tx: Tx, request: MoneyRequest, lines: readonly Line[]): Promise<void> {
    const { merchantId, id, action } = request;
    const cause = {
      merchantId,
      reference: referenceOf(request),
      kind: action,
      resource: { type: action, id },
    };
    return this.posting.post(tx, { ...cause, occurredAt: this.clock.now(), lines }, lines);
  }
}
