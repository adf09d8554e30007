import { createHmac, randomBytes } from 'node:crypto';
import type { AuditRow } from './audit';
import type { Dice } from './dice';

/** What somebody does who may change everything in the database and has no AUDIT_KEY. */
export interface Tampering {
  readonly kind: string;
  readonly statements: readonly { readonly sql: string; readonly values?: readonly unknown[] }[];
  /** Where the chain must be found broken, and why. */
  readonly sequence: number;
  readonly reasons: readonly string[];
  /** Found only by a head that was noted elsewhere. */
  readonly hidesItsTrace?: true;
}

export type Trick = (dice: Dice, log: readonly AuditRow[]) => Tampering;

const COLUMNS =
  'at, action, actor_kind, actor_id, actor_email, target_type, target_id, merchant_id, details, mac';

const moveText: Trick = (dice, log) => {
  const row = dice.pick(log.filter(({ target_type: type, target_id: id }) => type !== id));
  return {
    kind: 'exchange two columns',
    statements: [
      {
        sql: 'UPDATE audit_entries SET target_type = target_id, target_id = target_type WHERE sequence = $1',
        values: [row.sequence],
      },
    ],
    sequence: Number(row.sequence),
    reasons: ['changed'],
  };
};

const deleteSome: Trick = (dice, log) => {
  const from = dice.between(1, log.length - 1);
  const to = dice.between(from, Math.min(from + 5, log.length - 1));
  return {
    kind: 'delete',
    statements: [{ sql: 'DELETE FROM audit_entries WHERE sequence BETWEEN $1 AND $2', values: [from, to] }],
    sequence: from,
    reasons: ['missing'],
  };
};

const deleteAndCloseUp: Trick = (dice, log) => {
  const gone = dice.between(1, log.length - 1);
  return {
    kind: 'delete and close the gap',
    statements: [
      { sql: 'DELETE FROM audit_entries WHERE sequence = $1', values: [gone] },
      { sql: 'UPDATE audit_entries SET sequence = sequence - 1 WHERE sequence > $1', values: [gone] },
      { sql: 'UPDATE audit_head SET entries = entries - 1' },
    ],
    sequence: gone,
    reasons: ['changed'],
  };
};

const swap: Trick = (dice, log) => {
  const first = dice.between(1, log.length - 1);
  const second = dice.between(first + 1, log.length);
  return {
    kind: 'swap two entries',
    statements: [
      {
        sql: 'UPDATE audit_entries SET sequence = $1::bigint + $2::bigint - sequence WHERE sequence IN ($1, $2)',
        values: [first, second],
      },
    ],
    sequence: first,
    reasons: ['changed'],
  };
};

const reverse: Trick = (dice, log) => {
  const first = dice.between(1, log.length - 2);
  const last = dice.between(first + 2, log.length);
  return {
    kind: 'reverse a stretch',
    statements: [
      {
        sql: 'UPDATE audit_entries SET sequence = $1::bigint + $2::bigint - sequence WHERE sequence BETWEEN $1 AND $2',
        values: [first, last],
      },
    ],
    sequence: first,
    reasons: ['changed'],
  };
};

const renumber: Trick = (dice, log) => {
  const from = dice.between(1, log.length);
  const by = dice.between(1, 1_000);
  return {
    kind: 'number anew from somewhere on',
    statements: [
      { sql: 'UPDATE audit_entries SET sequence = sequence + $2 WHERE sequence >= $1', values: [from, by] },
      { sql: 'UPDATE audit_head SET entries = entries + $1', values: [by] },
    ],
    sequence: from,
    reasons: ['missing'],
  };
};

/** A forged entry, after the others have made room for it. */
const insert: Trick = (dice, log) => {
  const place = dice.between(1, log.length + 1);
  return {
    kind: 'insert a forged entry',
    statements: [
      { sql: 'UPDATE audit_entries SET sequence = sequence + 1 WHERE sequence >= $1', values: [place] },
      forged(place, dice.pick(log).mac),
      { sql: 'UPDATE audit_head SET entries = entries + 1' },
    ],
    sequence: place,
    reasons: ['changed'],
  };
};

const duplicate: Trick = (dice, log) => {
  const place = dice.between(1, log.length);
  const copy = `INSERT INTO audit_entries SELECT sequence, ${COLUMNS} FROM audit_entries WHERE sequence = $1`;
  return {
    kind: 'a second entry with the same sequence',
    statements: [dice.below(2) === 0 ? { sql: copy, values: [place] } : forged(place, log[place - 1]!.mac)],
    sequence: place,
    // Whichever of the two is read first.
    reasons: ['changed', 'inserted'],
  };
};

const misplace: Trick = (dice, log) => {
  const place = dice.pick([0, -dice.between(1, 1_000), log.length + dice.between(2, 1_000)]);
  const isBefore = place < 1;
  return {
    kind: 'insert where no entry belongs',
    statements: [forged(place, dice.pick(log).mac)],
    sequence: isBefore ? place : log.length + 1,
    reasons: [isBefore ? 'inserted' : 'missing'],
  };
};

const appendForged: Trick = (dice, log) => {
  const mac = randomBytes(32);
  const advanced = { sql: 'UPDATE audit_head SET entries = entries + 1, mac = $1', values: [mac] };
  return {
    kind: 'append a forged entry',
    statements: [forged(log.length + 1, mac), ...(dice.below(2) === 0 ? [advanced] : [])],
    sequence: log.length + 1,
    reasons: ['changed'],
  };
};

const cutTail: Trick = (dice, log) => {
  const kept = dice.between(0, log.length - 1);
  return {
    kind: 'cut the tail',
    statements: [{ sql: 'DELETE FROM audit_entries WHERE sequence > $1', values: [kept] }],
    sequence: kept + 1,
    reasons: ['missing'],
  };
};

const cutTailWithHead: Trick = (dice, log) => {
  const kept = dice.between(0, log.length - 1);
  const mac = log[kept - 1]?.mac ?? Buffer.alloc(32);
  return {
    kind: 'cut the tail together with the head',
    statements: [
      { sql: 'DELETE FROM audit_entries WHERE sequence > $1', values: [kept] },
      { sql: 'UPDATE audit_head SET entries = $1, mac = $2', values: [kept, mac] },
      ...(kept === 0 ? [{ sql: 'UPDATE audit_head SET key_check = NULL' }] : []),
    ],
    sequence: kept + 1,
    reasons: ['noted_head_not_found'],
    hidesItsTrace: true,
  };
};

const changeHead: Trick = (dice, log) => {
  const last = log.length;
  const changes: { to: string; sequence: number; reason: string }[] = [
    { to: `entries = ${last + dice.between(1, 50)}`, sequence: last + 1, reason: 'missing' },
    { to: `entries = ${last - 1}`, sequence: last, reason: 'beyond_head' },
    { to: `entries = 0`, sequence: 1, reason: 'beyond_head' },
    { to: `mac = '\\x${randomBytes(32).toString('hex')}'`, sequence: last, reason: 'head_changed' },
    { to: `key_check = '\\x${randomBytes(16).toString('hex')}'`, sequence: last, reason: 'head_changed' },
    { to: 'key_check = NULL', sequence: last, reason: 'head_changed' },
  ];
  const { to, sequence, reason } = dice.pick(changes);
  return {
    kind: 'change the head',
    statements: [{ sql: `UPDATE audit_head SET ${to}` }],
    sequence,
    reasons: [reason],
  };
};

const loseHead: Trick = (_dice, log) => ({
  kind: 'delete the head',
  statements: [{ sql: 'DELETE FROM audit_head' }],
  sequence: log.length + 1,
  reasons: ['head_missing'],
});

/** Changes an entry and seals it and all after it anew, but for the key as we do. */
const resealWithOwnKey: Trick = (dice, log) => {
  const from = dice.between(1, log.length);
  const key = randomBytes(32);
  let before = log[from - 2]?.mac ?? Buffer.alloc(32);
  const statements: { sql: string; values: unknown[] }[] = [];
  for (const row of log.slice(from - 1)) {
    const details = `{"forged":${row.sequence}}`;
    const columns = [row.sequence, epoch(row.at), row.action, row.actor_kind, row.actor_id, row.actor_email];
    const entry = JSON.stringify([...columns, row.target_type, row.target_id, row.merchant_id, details]);
    before = createHmac('sha256', key).update(entry, 'utf8').update(before).digest();
    const sql = 'UPDATE audit_entries SET details = $2, mac = $3 WHERE sequence = $1';
    statements.push({ sql, values: [row.sequence, details, before] });
  }
  statements.push({ sql: 'UPDATE audit_head SET mac = $1', values: [before] });
  return {
    kind: 'seal anew with another key',
    statements,
    sequence: from,
    reasons: ['changed'],
  };
};

function epoch(at: Date): string {
  return `${(at.getTime() / 1_000).toFixed(3)}000`;
}

function forged(sequence: number, mac: Buffer): { sql: string; values: unknown[] } {
  return {
    sql: `INSERT INTO audit_entries (sequence, ${COLUMNS})
      VALUES ($1, now(), 'key.issued', 'system', NULL, NULL, NULL, NULL, NULL, '{}', $2)`,
    values: [sequence, mac],
  };
}

/** What can be done to whole entries and to the head. */
export const TRICKS: readonly Trick[] = [
  moveText,
  deleteSome,
  deleteAndCloseUp,
  swap,
  reverse,
  renumber,
  insert,
  duplicate,
  misplace,
  appendForged,
  cutTail,
  cutTailWithHead,
  changeHead,
  loseHead,
  resealWithOwnKey,
];
