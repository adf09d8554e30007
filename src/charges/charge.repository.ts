import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, In } from 'typeorm';
import { EVENT_PARAMETERS, eventParameters, insertEvents, type OutboxRow } from '../common/outbox';
import {
  columnsOf,
  inOrderOf,
  insertRows,
  prepared,
  type Reading,
  together,
  toRows,
  type Tx,
  unnestColumns,
} from '../database';
import { Charge } from './charge.entity';
import { ChargeHistoryEntry } from './charge-history.entity';
import { ChargeSplit } from './splits/charge-split.entity';

/** A charge and its parts, in the order of their rules. */
export interface ChargeRecord {
  readonly charge: Charge;
  readonly splits: ChargeSplit[];
}

export type ChargeKey = Pick<Charge, 'merchantId' | 'id'>;

/** The API that waits for a card's first outcome listens on this channel; the payload is the charge's id. */
export const OUTCOME_CHANNEL = 'charge_outcomes';

/** Reads and writes charges; all statements about the table and its parts are here. */
@Injectable()
export class ChargeRepository {
  private updateStatement: string | null = null;

  constructor(private readonly dataSource: DataSource) {}

  async find(
    merchantId: string,
    id: string,
    on: Reading = this.dataSource.manager,
  ): Promise<ChargeRecord | null> {
    const charge = await on.findOneBy(Charge, { id, merchantId });
    return charge === null ? null : this.withOwnSplits(on, charge);
  }

  /** As find, for whoever knows that there is one. */
  async get(merchantId: string, id: string): Promise<Charge> {
    return this.dataSource.manager.findOneByOrFail(Charge, { merchantId, id });
  }

  /** As find, for operators: whosesoever it is. */
  async findAny(manager: EntityManager, id: string): Promise<ChargeRecord | null> {
    const charge = await manager.findOneBy(Charge, { id });
    return charge === null ? null : this.withOwnSplits(manager, charge);
  }

  /** Locks a charge until the transaction ends. */
  async lock(tx: Tx, { merchantId, id }: ChargeKey): Promise<ChargeRecord | null> {
    const where = { merchantId, id };
    const [charge, splits] = await together(tx, [
      () => tx.findOne(Charge, { where, lock: { mode: 'pessimistic_write' } }),
      () => this.ownSplits(tx, where),
    ]);
    return charge === null ? null : { charge, splits };
  }

  /**
   * As lock, of several charges, in the order of the keys and without waiting: null for what is held by somebody else, is not there,
   * or was asked for before.
   */
  async lockFree(tx: Tx, keys: readonly ChargeKey[]): Promise<(ChargeRecord | null)[]> {
    const where = {
      merchantId: In([...new Set(keys.map(({ merchantId }) => merchantId))]),
      id: In(keys.map(({ id }) => id)),
    };
    const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
    const [charges, splits] = await together(tx, [
      () => tx.find(Charge, { where, lock }),
      () => this.splitsOf(tx, keys),
    ]);
    return inOrderOf(keys, charges).map((charge) => charge && withSplits(charge, splits));
  }

  /** The database's clock decides whether a charge has expired, at the moment of the request (contract §6). */
  async hasExpired(tx: Tx, { merchantId, id }: ChargeKey): Promise<boolean> {
    return (await this.listExpired(tx, [{ merchantId, id }])).has(id);
  }

  /** As hasExpired, of several: answers their ids. */
  async listExpired(tx: Tx, keys: readonly ChargeKey[]): Promise<ReadonlySet<string>> {
    const expired = await tx.query<{ id: string }[]>(EXPIRED, [
      keys.map(({ merchantId }) => merchantId),
      keys.map(({ id }) => id),
    ]);
    return new Set(expired.map(({ id }) => id));
  }

  /** Writes what a change may touch of locked charges and their parts, the history it makes and its events, in one statement. */
  async update(
    tx: Tx,
    records: readonly ChargeRecord[],
    history: readonly ChargeHistoryEntry[] = [],
    events: readonly OutboxRow[] = [],
  ): Promise<void> {
    this.updateStatement ??= prepared(updateStatement(tx));
    await tx.query(this.updateStatement, [
      toRows(tx, ChargeHistoryEntry, history),
      ...eventParameters(events),
      ...columnsOf(
        records.map(({ charge }) => charge),
        CHANGED,
      ),
      ...columnsOf(
        records.flatMap(({ splits }) => splits),
        CHANGED_PART,
      ),
    ]);
  }

  /** Writes what a transition that moves no money changes of locked charges. */
  async updateStatus(tx: Tx, charges: readonly Charge[]): Promise<void> {
    await tx.query(UPDATE_STATUS, [
      charges.map(({ merchantId }) => merchantId),
      charges.map(({ id }) => id),
      charges.map(({ status }) => status),
      charges.map(({ version }) => version),
      charges.map(({ updatedAt }) => updatedAt),
    ]);
  }

  async insertHistory(tx: Tx, entries: ChargeHistoryEntry[]): Promise<void> {
    await tx.insert(ChargeHistoryEntry, entries);
  }

  /** The transitions of a charge, newest first, and how many there are in all. */
  async listHistory(
    manager: EntityManager,
    { merchantId, id }: Charge,
    limit: number,
  ): Promise<[ChargeHistoryEntry[], number]> {
    return manager.findAndCount(ChargeHistoryEntry, {
      where: { merchantId, chargeId: id },
      order: { version: 'DESC' },
      take: limit,
    });
  }

  /** Tells whoever waits for this charge, when the transaction commits. */
  async notifyOutcome(tx: Tx, chargeId: string): Promise<void> {
    await tx.query('SELECT pg_notify($1, $2)', [OUTCOME_CHANNEL, chargeId]);
  }

  /** Locks charges whose time is up and that nobody else holds: unpaid charges, lapsed authorisations. */
  async lockExpired(tx: Tx, limit: number): Promise<ChargeRecord[]> {
    const charges = await tx
      .createQueryBuilder(Charge, 'charge')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .where(`charge.status IN ('pending', 'authorized') AND charge.expiresAt <= now()`)
      // Refused for good: the provider is not asked again.
      .andWhere(`charge.attention IS DISTINCT FROM 'void_refused'`)
      // One that the provider is being asked about ends by that answer.
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM provider_calls c
                      WHERE c.merchant_id = charge.merchant_id AND c.subject_id = charge.id AND c.status = 'pending'
                        AND c.kind IN ('authorize', 'capture', 'void'))`,
      )
      .orderBy('charge.expiresAt')
      .limit(limit)
      .getMany();
    return this.listRecords(tx, charges);
  }

  /** Puts what new and changed charges left in the search index's waiting room to its place; does nothing without an index. */
  async tidySearch(): Promise<void> {
    await this.dataSource.query('SELECT tidy_charge_search()');
  }

  private async withOwnSplits(manager: EntityManager, charge: Charge): Promise<ChargeRecord> {
    return { charge, splits: await this.ownSplits(manager, charge) };
  }

  private ownSplits(
    manager: EntityManager,
    { merchantId, id: chargeId }: Pick<Charge, 'merchantId' | 'id'>,
  ): Promise<ChargeSplit[]> {
    return manager.find(ChargeSplit, { where: { merchantId, chargeId }, order: { position: 'ASC' } });
  }

  /** In the order of the charges. */
  async listRecords(manager: EntityManager, charges: readonly Charge[]): Promise<ChargeRecord[]> {
    return recordsOf(charges, await this.splitsOf(manager, charges));
  }

  /** The parts of charges that are named in another way than by their keys, in the order of their rules. */
  async listSplits(reading: Reading, where: FindOptionsWhere<ChargeSplit>): Promise<ChargeSplit[]> {
    return reading.find(ChargeSplit, { where, order: { chargeId: 'ASC', position: 'ASC' } });
  }

  private async splitsOf(manager: EntityManager, charges: readonly ChargeKey[]): Promise<ChargeSplit[]> {
    if (charges.length === 0) return [];
    return this.listSplits(manager, {
      merchantId: In([...new Set(charges.map(({ merchantId }) => merchantId))]),
      chargeId: In(charges.map(({ id }) => id)),
    });
  }
}

/** How many are asked for is hidden from the planner (decision 0028). */
const EXPIRED = prepared(
  `SELECT charge.id FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS key (merchant_id, id)
     JOIN charges AS charge USING (merchant_id, id) WHERE charge.expires_at <= clock_timestamp()`,
);

const UPDATE_STATUS = `
  UPDATE charges AS charge SET status = new.status, version = new.version, updated_at = new.updated_at
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::integer[], $5::timestamptz[])
           AS new (merchant_id, id, status, version, updated_at)
   WHERE charge.merchant_id = new.merchant_id AND charge.id = new.id`;

/** The key of a charge, and what changes of it after it was made. */
const CHANGED = [
  'merchantId',
  'id',
  'providerReference',
  'status',
  'version',
  'feeCents',
  'amountCapturedCents',
  'amountRefundedCents',
  'amountRefundReservedCents',
  'paymentDetails',
  'failureCode',
  'failureMessage',
  'failureRetryable',
  'attention',
  'updatedAt',
  'authorizedAt',
  'capturedAt',
  'refundedAt',
  'expiresAt',
] as const satisfies readonly (keyof Charge)[];

/** The same of a part. */
const CHANGED_PART = [
  'merchantId',
  'chargeId',
  'position',
  'capturedCents',
  'refundedCents',
  'reservedCents',
  'feeCents',
] as const satisfies readonly (keyof ChargeSplit)[];

/** The numbers of the first parameters of the events, the charges and their parts. */
const EVENTS = 2;
const CHARGES = EVENTS + EVENT_PARAMETERS;
const PARTS = CHARGES + CHANGED.length;

/** `$1` the history, then the events, what CHANGED names and what CHANGED_PART names. */
function updateStatement(manager: EntityManager): string {
  const metadata = manager.dataSource.getMetadata(Charge);
  const set = CHANGED.slice(2)
    .map((property) => metadata.findColumnWithPropertyName(property)?.databaseName ?? property)
    .map((name) => `${name} = new.${name}`);
  return `
    WITH charge AS (
           UPDATE charges AS charge SET ${set.join(', ')}
             FROM ${unnestColumns(manager, Charge, CHANGED, CHARGES, 'new')}
            WHERE charge.merchant_id = new.merchant_id AND charge.id = new.id),
         splits AS (
           UPDATE charge_splits AS split
              SET captured_cents = new.captured_cents, refunded_cents = new.refunded_cents,
                  reserved_cents = new.reserved_cents, fee_cents = new.fee_cents
             FROM ${unnestColumns(manager, ChargeSplit, CHANGED_PART, PARTS, 'new')}
            WHERE split.merchant_id = new.merchant_id AND split.charge_id = new.charge_id AND split.position = new.position
              AND (split.captured_cents, split.refunded_cents, split.reserved_cents, split.fee_cents)
                  IS DISTINCT FROM (new.captured_cents, new.refunded_cents, new.reserved_cents, new.fee_cents)),
         history AS (${insertRows(manager, ChargeHistoryEntry, '$1')})
    ${insertEvents(EVENTS)}`;
}

/** In the order of the charges. */
export function recordsOf(charges: readonly Charge[], splits: readonly ChargeSplit[]): ChargeRecord[] {
  return charges.map((charge) => withSplits(charge, splits));
}

function withSplits(charge: Charge, splits: readonly ChargeSplit[]): ChargeRecord {
  return { charge, splits: splits.filter(({ chargeId }) => chargeId === charge.id) };
}
