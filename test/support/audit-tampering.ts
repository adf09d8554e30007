import type { EntityManager } from 'typeorm';
import type { AuditRow } from './audit';
import { type Tampering, type Trick, TRICKS } from './audit-tricks';
import type { Dice } from './dice';

/** Takes the guards away that stand between the owner of the tables and the log: what is left is the chain. */
export async function openForTampering(manager: Pick<EntityManager, 'query'>): Promise<void> {
  for (const table of ['audit_entries', 'audit_head']) {
    await manager.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const constraints = await manager.query<{ name: string }[]>(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype IN ('p', 'c')`,
    );
    for (const { name } of constraints) await manager.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  // Room for a change of less than a millisecond.
  await manager.query('ALTER TABLE audit_entries ALTER COLUMN at TYPE timestamptz');
}

function other<T>(dice: Dice, items: readonly T[], than: T): T {
  return dice.pick(items.filter((item) => item !== than));
}

/** Another value for a column, as SQL with `$2`, or without a parameter. */
const CHANGES: Record<
  string,
  (dice: Dice, row: AuditRow) => { readonly to: string; readonly value?: unknown }
> = {
  at: (dice) => ({
    to: dice.pick([
      `at + interval '1 microsecond'`,
      `at - interval '${dice.between(1, 86_400_000)} milliseconds'`,
      `at + interval '${dice.between(1, 1_000)} days'`,
      `at - interval '4000 years'`,
      `'infinity'`,
      `'-infinity'`,
    ]),
  }),
  action: (dice, { action }) => ({
    to: '$2',
    value: other(dice, ['case.approved', 'key.revoked', `${action}d`, ''], action),
  }),
  actor_kind: (dice, { actor_kind: kind }) => ({
    to: '$2',
    value: other(dice, ['operator', 'merchant', 'cli', 'system', ''], kind),
  }),
  actor_id: (dice, { actor_id: id }) => ({
    to: '$2::uuid',
    value: other(dice, [null, '01930000-0000-7000-8000-00000000ffff'], id),
  }),
  actor_email: (dice, { actor_email: email }) => ({
    to: '$2',
    value: other(dice, [null, '', 'eve@repasse.test', `${email ?? ''} `], email),
  }),
  target_type: (dice, { target_type: type }) => ({
    to: '$2',
    value: other(dice, [null, '', 'merchant', `${type ?? ''}s`], type),
  }),
  target_id: (dice, { target_id: id }) => ({
    to: '$2',
    value: other(dice, [null, '', 'x', `${id ?? ''}0`], id),
  }),
  merchant_id: (dice, { merchant_id: id }) => ({
    to: '$2::uuid',
    value: other(dice, [null, '01930000-0000-7000-8000-00000000eeee'], id),
  }),
  details: (dice, { details }) => ({
    to: '$2',
    // The last two are the same for whoever reads JSON.
    value: other(dice, ['{}', '{"n":"1"}', `${details} `, details.replace('{', '{ ')], details),
  }),
  mac: (dice, { mac }) => {
    const changed = Buffer.from(mac);
    changed[dice.below(32)]! ^= 1 << dice.below(8);
    return { to: '$2', value: changed };
  },
};

const changeColumn: Trick = (dice, log) => {
  const row = dice.pick(log);
  const column = dice.pick(Object.keys(CHANGES));
  const change = CHANGES[column]!(dice, row);
  const values = change.value === undefined ? [row.sequence] : [row.sequence, change.value];
  return {
    kind: `change ${column}`,
    statements: [{ sql: `UPDATE audit_entries SET ${column} = ${change.to} WHERE sequence = $1`, values }],
    sequence: Number(row.sequence),
    reasons: ['changed'],
  };
};

/** A change of a column as often as everything else together: there are ten columns. */
export function randomTampering(dice: Dice, log: readonly AuditRow[]): Tampering {
  return (dice.below(2) === 0 ? changeColumn : dice.pick(TRICKS))(dice, log);
}
