import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { ListQuery, Page } from '../../common/http';
import { type OperatorSummary, summaryOf } from '../operators/operator.reader';
import { OperatorRepository } from '../operators/operator.repository';
import { LoginAttemptRepository } from '../sessions/login-attempt.repository';

/** An operator, and until when log-ins are refused somewhere. */
export interface ListedOperator {
  readonly operator: OperatorSummary;
  readonly lockedUntil: Date | null;
}

/** Operators as administrators look at them. */
@Injectable()
export class OperatorPageReader {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly clock: Clock,
  ) {}

  /** One page, newest first. */
  async list(query: ListQuery): Promise<Page<ListedOperator>> {
    const { items, ...page } = await this.operators.list(query);
    const emails = items.map(({ email }) => email);
    const locked = await this.attempts.findLocked(emails, this.clock.now());
    return {
      ...page,
      items: items.map((operator) => ({
        operator: summaryOf(operator),
        lockedUntil: locked.get(operator.email) ?? null,
      })),
    };
  }
}
