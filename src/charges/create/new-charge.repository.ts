import { Injectable } from '@nestjs/common';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { type ClaimParameters, unrepeated } from '../../common/http';
import { EVENT_PARAMETERS, eventParameters, insertEvents, type OutboxRow } from '../../common/outbox';
import { insertRows, prepared, toRows, type Tx } from '../../database';
import { Charge } from '../charge.entity';
import { ChargeHistoryEntry } from '../charge-history.entity';
import { ChargeSplit } from '../splits/charge-split.entity';
import type { NewCharge } from './new-charge';

/** All rows of a charge, and its event. */
interface ChargeRows {
  readonly rows: NewCharge;
  readonly event: OutboxRow;
}

/** Tables of providers that a new charge writes too. */
const CALLS = 'provider_calls';
const REFERENCES = 'provider_references';

/** The numbers of the first parameters of the events and of the keys; those of the rows come before them. */
const EVENTS = 6;
const KEYS = EVENTS + EVENT_PARAMETERS;
/** Of each event the charge that it is of. */
const IDS = `$${EVENTS + 3}`;

/** Writes the rows of new charges. */
@Injectable()
export class NewChargeRepository {
  private statement: string | null = null;
  private claimingStatement: string | null = null;

  /** Writes all rows of charges and their events in one statement. */
  async insert(tx: Tx, charges: readonly ChargeRows[]): Promise<void> {
    this.statement ??= prepared(insertStatement(tx));
    await tx.query(this.statement, parametersOf(tx, charges));
  }

  /**
   * The same, with their keys, of those charges whose key nobody had before; answers the ids of these. Whatever it waits for
   * it waits for as long as for a key: it must be the last statement of its transaction.
   * @param claims each charge's key at its place
   */
  async insertUnrepeated(
    tx: Tx,
    charges: readonly ChargeRows[],
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    if (charges.length === 0) return new Set();
    this.claimingStatement ??= prepared(claimingStatement(tx));
    const written = await tx.query<{ id: string }[]>(this.claimingStatement, [
      ...parametersOf(tx, charges),
      ...claims,
    ]);
    return new Set(written.map(({ id }) => id));
  }
}

function parametersOf(tx: Tx, charges: readonly ChargeRows[]): unknown[] {
  const rows = charges.map((charge) => charge.rows);
  const json = <E extends ObjectLiteral>(target: EntityTarget<E>, entities: readonly E[]): string =>
    toRows(tx, target, entities);
  return [
    json(
      Charge,
      rows.map(({ charge }) => charge),
    ),
    json(
      ChargeSplit,
      rows.flatMap(({ splits }) => splits),
    ),
    json(
      ChargeHistoryEntry,
      rows.map(({ history }) => history),
    ),
    json(
      CALLS,
      charges.flatMap(({ rows: { call }, event: { traceContext } }) =>
        call === null ? [] : { ...call, traceContext },
      ),
    ),
    json(
      REFERENCES,
      rows.flatMap(({ reference }) => reference ?? []),
    ),
    ...eventParameters(charges.map(({ event }) => event)),
  ];
}

/** @param isWritten an SQL condition about the id of a charge, by the name of the column that holds it */
function parts(manager: EntityManager, isWritten: (column: string) => string): string {
  return `
         charge AS (${insertRows(manager, Charge, '$1', isWritten('id'))}),
         splits AS (${insertRows(manager, ChargeSplit, '$2', isWritten('charge_id'))}),
         history AS (${insertRows(manager, ChargeHistoryEntry, '$3', isWritten('charge_id'))}),
         calls AS (${insertRows(manager, CALLS, '$4', isWritten('subject_id'))}),
         names AS (${insertRows(manager, REFERENCES, '$5', isWritten('subject_id'))})
    ${insertEvents(EVENTS, isWritten('resource_id'))}`;
}

// Foreign keys are checked at the end of the statement, so the order of its parts does not matter.
const insertStatement = (manager: EntityManager): string => `WITH ${parts(manager, () => 'true')}`;

const claimingStatement = (manager: EntityManager): string => `
    WITH ${unrepeated(IDS, KEYS)},
         ${parts(manager, (column) => `${column} IN (SELECT id FROM unrepeated)`)}
    RETURNING resource_id AS id`;
