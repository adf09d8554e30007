import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, Randomness } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorRole } from '../identity';
import { normaliseEmail, Operator } from '../operators/operator.entity';
import { type OperatorSummary, summaryOf } from '../operators/operator.reader';
import { OperatorRepository } from '../operators/operator.repository';
import { passwordFault } from '../operators/password.rules';
import { PasswordService } from '../operators/password.service';
import { toCreatedOperatorResponse } from './operator.response';

const MADE_PASSWORD_BYTES = 18;

export interface NewOperator {
  readonly email: string;
  readonly role: OperatorRole;
  readonly password?: string | undefined;
}

/** Makes an operator, who may log in at once. */
@Injectable()
export class CreateOperatorUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly passwords: PasswordService,
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly audit: AuditLog,
  ) {}

  /** Throws OPERATOR_EXISTS, WEAK_PASSWORD. */
  execute(input: NewOperator & { password: string }, actor: AuditActor): Promise<OperatorSummary>;
  /**
   * For a request: once per Idempotency-Key. Without a password one is made, and shown in the first answer alone.
   * Throws OPERATOR_EXISTS.
   */
  execute(input: NewOperator, actor: AuditActor, key: IdempotencyRequest): Promise<Reply>;
  async execute(
    input: NewOperator,
    actor: AuditActor,
    key?: IdempotencyRequest,
  ): Promise<OperatorSummary | Reply> {
    const replay = key === undefined ? null : await this.idempotency.find(key);
    if (replay !== null) return replay;
    // Hashing is slow, and in vain for an account that is there; the constraint decides where two come at once.
    if ((await this.operators.findByEmail(input.email)) !== null) throw authErrors.OPERATOR_EXISTS();
    const password = input.password ?? this.makePassword(input.email);
    // Slow, and therefore before the transaction.
    const passwordHash = await this.passwords.hash(password, input.email);
    if (key === undefined) return this.transactions.run((tx) => this.create(tx, input, passwordHash, actor));
    const shown = input.password === undefined ? password : null;
    return this.idempotency.run(key, async (tx) => {
      const operator = await this.create(tx, input, passwordHash, actor);
      return created('The operator may log in.', toCreatedOperatorResponse(operator, shown))
        .hiding('password')
        .with('Cache-Control', 'no-store');
    });
  }

  /** Random; made again in the one case of a million in which it would be refused. */
  private makePassword(email: string): string {
    for (;;) {
      const password = this.randomness.bytes(MADE_PASSWORD_BYTES).toString('base64url');
      if (passwordFault(password, email) === null) return password;
    }
  }

  private async create(
    tx: Tx,
    { email, role }: NewOperator,
    passwordHash: string,
    actor: AuditActor,
  ): Promise<OperatorSummary> {
    const operator = Object.assign(new Operator(), {
      id: this.ids.next(),
      email: normaliseEmail(email),
      passwordHash,
      role,
      disabledAt: null,
      totpSecretBox: null,
      totpConfirmedAt: null,
      totpLastStep: null,
      lastLoginAt: null,
      createdAt: this.clock.now(),
      createdBy: actor.kind === 'operator' ? actor.id : null,
      // Whoever makes the account knows its password.
      passwordSetAt: null,
      givenPasswordHash: null,
    });
    await this.operators.insert(tx, operator);
    await this.audit.append(tx, {
      action: 'operator.created',
      actor,
      target: { type: 'operator', id: operator.id },
      details: { email: operator.email, role },
    });
    return summaryOf(operator);
  }
}
