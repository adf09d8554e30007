import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { EVENT_PARAMETERS, eventParameters, insertEvents, type OutboxRow } from '../common/outbox';
import { insertRows, prepared, type Reading, together, toRows, type Tx } from '../database';
import { Charge } from './charge.entity';
import { ChargeHistoryEntry } from './charge-history.entity';
import { ChargeSplit } from './splits/charge-split.entity';

/** A charge and its parts, in the order of their rules. */
export interface ChargeRecord {
  readonly charge: Charge;
  readonly splits: ChargeSplit[];
}

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
  async lock(tx: Tx, where: { merchantId: string; id: string }): Promise<ChargeRecord | null> {
    const [charge, splits] = await together(tx, [
      () => tx.findOne(Charge, { where, lock: { mode: 'pessimistic_write' } }),
      () => this.ownSplits(tx, where),
    ]);
    return charge === null ? null : { charge, splits };
  }

  /** The database's clock decides whether a charge has expired, at the moment of the request (contract §6). */
  async hasExpired(tx: Tx, { merchantId, id }: Pick<Charge, 'merchantId' | 'id'>): Promise<boolean> {
    const rows: { expired: boolean | null }[] = await tx.query(HAS_EXPIRED, [merchantId, id]);
    return rows[0]?.expired ?? false;
  }

  /** Writes what a change may touch of a locked charge and its parts, the history it makes and its events, in one statement. */
  async update(
    tx: Tx,
    { charge, splits }: ChargeRecord,
    history: readonly ChargeHistoryEntry[] = [],
    events: readonly OutboxRow[] = [],
  ): Promise<void> {
    this.updateStatement ??= prepared(updateStatement(tx));
    await tx.query(this.updateStatement, [
      toRows(tx, ChargeSplit, splits),
      toRows(tx, ChargeHistoryEntry, history),
      ...eventParameters(events),
      charge.merchantId,
      charge.id,
      ...CHANGED.map((property) =>
        property === 'paymentDetails' ? JSON.stringify(charge.paymentDetails) : charge[property],
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
    const splits = await this.splitsOf(manager, charges);
    return charges.map((charge) => ({
      charge,
      splits: splits.filter(({ chargeId }) => chargeId === charge.id),
    }));
  }

  private async splitsOf(manager: EntityManager, charges: readonly Charge[]): Promise<ChargeSplit[]> {
    if (charges.length === 0) return [];
    const merchantIds = [...new Set(charges.map(({ merchantId }) => merchantId))];
    return manager.find(ChargeSplit, {
      where: { merchantId: In(merchantIds), chargeId: In(charges.map(({ id }) => id)) },
      order: { chargeId: 'ASC', position: 'ASC' },
    });
  }
}

const HAS_EXPIRED = prepared(
  'SELECT expires_at <= clock_timestamp() AS expired FROM charges WHERE merchant_id = $1 AND id = $2',
);

const UPDATE_STATUS = `
  UPDATE charges AS charge SET status = new.status, version = new.version, updated_at = new.updated_at
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::integer[], $5::timestamptz[])
           AS new (merchant_id, id, status, version, updated_at)
   WHERE charge.merchant_id = new.merchant_id AND charge.id = new.id`;

/** What changes of a charge after it was made. */
const CHANGED = [
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

/** The numbers of the first parameter of the events and of the charge's key. */
const EVENTS = 3;
const KEY = EVENTS + EVENT_PARAMETERS;

/** `$1` the parts, `$2` the history, the events, the charge's key, then what CHANGED names. */
function updateStatement(manager: EntityManager): string {
  const metadata = manager.dataSource.getMetadata(Charge);
  const set = CHANGED.map(
    (property, index) =>
      `${metadata.findColumnWithPropertyName(property)?.databaseName ?? property} = $${KEY + 2 + index}`,
  );
  return `
    WITH charge AS (UPDATE charges SET ${set.join(', ')} WHERE merchant_id = $${KEY} AND id = $${KEY + 1}),
         splits AS (
           UPDATE charge_splits AS split
              SET captured_cents = new.captured_cents, refunded_cents = new.refunded_cents,
                  reserved_cents = new.reserved_cents, fee_cents = new.fee_cents
             FROM json_populate_recordset(NULL::charge_splits, $1::json) AS new
            WHERE split.merchant_id = $${KEY} AND split.charge_id = $${KEY + 1} AND split.position = new.position
              AND (split.captured_cents, split.refunded_cents, split.reserved_cents, split.fee_cents)
                  IS DISTINCT FROM (new.captured_cents, new.refunded_cents, new.reserved_cents, new.fee_cents)),
         history AS (${insertRows(manager, ChargeHistoryEntry, '$2')})
    ${insertEvents(EVENTS)}`;
}
