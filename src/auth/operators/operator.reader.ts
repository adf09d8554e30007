import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorRole } from '../identity';
import { OperatorKeyRepository } from './operator-key.repository';
import type { Operator } from './operator.entity';
import { type OperatorLineage, OperatorRepository } from './operator.repository';

/** An operator without anything that opens a door. */
export interface OperatorSummary {
  readonly id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly totpEnabled: boolean;
  readonly disabledAt: Date | null;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
}

/** Reads operators. */
@Injectable()
export class OperatorReader {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly keys: OperatorKeyRepository,
  ) {}

  /** Throws OPERATOR_NOT_FOUND. */
  async get(email: string): Promise<OperatorSummary> {
    const operator = await this.operators.findByEmail(email);
    if (operator === null) throw authErrors.OPERATOR_NOT_FOUND();
    return summaryOf(operator);
  }

  /** By e-mail. */
  async listAll(): Promise<OperatorSummary[]> {
    return (await this.operators.listAll()).map(summaryOf);
  }

  /** E-mails by id; what is unknown is not in it. */
  findEmails(ids: readonly string[], on?: Reading): Promise<ReadonlyMap<string, string>> {
    return this.operators.findEmails(ids, on);
  }

  /** Who made these accounts, and whether their holders chose the passwords; what is unknown is not in it. */
  listLineages(ids: readonly string[], on?: Reading): Promise<ReadonlyMap<string, OperatorLineage>> {
    return this.operators.listLineages(ids, on);
  }

  /** When this operator's key pair ends; null when it is not theirs, revoked, or its owner disabled. */
  async findKeyExpiry(email: string, publicKey: string): Promise<Date | null> {
    const operator = await this.operators.findByEmail(email);
    if (operator?.disabledAt !== null) return null;
    return this.keys.findExpiry(operator.id, publicKey);
  }
}

/** What may leave the folder of an operator. */
export function summaryOf(operator: Operator): OperatorSummary {
  const { id, email, role, totpConfirmedAt, disabledAt, lastLoginAt, createdAt } = operator;
  const totpEnabled = totpConfirmedAt !== null;
  return { id, email, role, totpEnabled, disabledAt, lastLoginAt, createdAt };
}
