import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { Clock, IdGenerator, Randomness } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { makeKeyPair } from '../credentials/key-pair';
import type { OperatorRole } from '../identity';
import type { IssuedKeyPair } from '../merchants/api-keys.service';
import { Sessions } from '../sessions/sessions';
import { OperatorKey } from './operator-key.entity';
import { OperatorAdministration } from './operator-administration';
import { normaliseEmail, Operator } from './operator.entity';
import { Passwords } from './passwords';

/** Operators and their key pairs. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TxRunner,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
    private readonly passwords: Passwords,
    private readonly administration: OperatorAdministration,
    private readonly sessions: Sessions,
  ) {}

  /** Throws OPERATOR_EXISTS, WEAK_PASSWORD. */
  async create(
    input: { email: string; role: OperatorRole; password: string },
    actor: AuditActor,
  ): Promise<Operator> {
    const passwordHash = await this.passwords.hash(input.password);
    return this.transactions.run((tx) => this.administration.create(tx, { ...input, passwordHash }, actor));
  }

  /** By e-mail. */
  all(): Promise<Operator[]> {
    return this.dataSource.getRepository(Operator).find({ order: { email: 'ASC' } });
  }

  /** Throws OPERATOR_NOT_FOUND. */
  async get(email: string): Promise<Operator> {
    const operator = await this.dataSource
      .getRepository(Operator)
      .findOneBy({ email: normaliseEmail(email) });
    if (operator === null) throw authErrors.OPERATOR_NOT_FOUND();
    return operator;
  }

  /** Disabling ends the operator's sessions and keys on every process within a second. */
  async setDisabled(email: string, disabled: boolean, actor: AuditActor): Promise<Operator> {
    return this.change(email, async (tx, operator) => {
      await this.administration.setDisabled(tx, operator, disabled);
      await this.noteChange(tx, operator, actor, { disabled });
    });
  }

  /** Ends the operator's sessions. Throws WEAK_PASSWORD. */
  async setPassword(email: string, password: string, actor: AuditActor): Promise<Operator> {
    const passwordHash = await this.passwords.hash(password);
    return this.change(email, async (tx, operator) => {
      operator.passwordHash = passwordHash;
      await this.sessions.endAll(tx, operator.id);
      await this.noteChange(tx, operator, actor, { password: 'set' });
    });
  }

  /** Forgets failed log-ins. */
  unlock(email: string, actor: AuditActor): Promise<Operator> {
    return this.change(email, (tx, operator) => this.administration.unlock(tx, operator, actor));
  }

  /** Forgets authenticator app and recovery codes, and ends the operator's sessions. */
  resetTotp(email: string, actor: AuditActor): Promise<Operator> {
    return this.change(email, (tx, operator) => this.administration.resetTotp(tx, operator, actor));
  }

  /** A pair for scripts, through the same door as merchants' (contract §8). */
  async issueKey(email: string, expiresAt: Date, actor: AuditActor): Promise<IssuedKeyPair> {
    const operator = await this.get(email);
    const prefixes = { public: 'opk', secret: 'ops' };
    const { publicKey, secretKey, secretMac, pepperId } = makeKeyPair(
      prefixes,
      this.randomness,
      this.config.crypto.pepper,
    );
    await this.transactions.run(async (tx) => {
      await tx.insert(OperatorKey, {
        id: this.ids.next(),
        operatorId: operator.id,
        publicKey,
        secretMac,
        pepperId,
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
        createdAt: this.clock.now(),
      });
      await this.audit.append(tx, {
        action: 'key.issued',
        actor,
        target: { type: 'operator_key', id: publicKey },
        details: { operator_id: operator.id, email: operator.email, expires_at: expiresAt },
      });
    });
    return { publicKey, secretKey };
  }

  /** When this operator's key pair ends; null when it is not theirs, revoked, or its owner disabled. */
  async keyExpiry(email: string, publicKey: string): Promise<Date | null> {
    const operators = this.dataSource.getRepository(Operator);
    const operator = await operators.findOneBy({ email: normaliseEmail(email), disabledAt: IsNull() });
    if (operator === null) return null;
    const key = await this.dataSource
      .getRepository(OperatorKey)
      .findOneBy({ publicKey, operatorId: operator.id, revokedAt: IsNull() });
    return key?.expiresAt ?? null;
  }

  /** Throws KEY_NOT_FOUND. */
  async revokeKey(publicKey: string, actor: AuditActor): Promise<void> {
    await this.transactions.run(async (tx) => {
      const result = await tx.update(
        OperatorKey,
        { publicKey, revokedAt: IsNull() },
        { revokedAt: this.clock.now() },
      );
      if (result.affected !== 1) throw authErrors.KEY_NOT_FOUND();
      await this.audit.append(tx, {
        action: 'key.revoked',
        actor,
        target: { type: 'operator_key', id: publicKey },
      });
    });
  }

  private async change(
    email: string,
    work: (tx: Tx, operator: Operator) => Promise<void>,
  ): Promise<Operator> {
    return this.transactions.run(async (tx: Tx) => {
      const operator = await tx.findOne(Operator, {
        where: { email: normaliseEmail(email) },
        lock: { mode: 'pessimistic_write' },
      });
      if (operator === null) throw authErrors.OPERATOR_NOT_FOUND();
      await work(tx, operator);
      return tx.save(operator);
    });
  }

  private noteChange(
    tx: Tx,
    operator: Operator,
    actor: AuditActor,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.append(tx, {
      action: 'operator.changed',
      actor,
      target: { type: 'operator', id: operator.id },
      details: { email: operator.email, ...details },
    });
  }
}
