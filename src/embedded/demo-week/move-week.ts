import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import { Clock } from '../../common';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import {
  MovedWeekRepository,
  type PlayedEntry,
  type PlayedWeekRepository,
  WEEK_MOVED,
  type WeekState,
} from './week.repository';

/** Whether the database of the service has the week, or may have it. */
export function findWeek(app: INestApplicationContext): Promise<WeekState> {
  return app.get(TxRunner).run((tx) => new MovedWeekRepository().findState(tx));
}

/** Moves what was played into the database of the service, in one transaction: its rows, and what its audit log tells. */
export async function moveWeek(app: INestApplicationContext, week: PlayedWeekRepository): Promise<void> {
  const moved = new MovedWeekRepository();
  await week.holdStill();
  const tables = await week.listTables();
  const entries = await week.listEntries();
  const rows: string[] = [];
  for (const table of tables) rows.push(await week.readRows(table));
  await app.get(TxRunner).run(async (tx) => {
    if ((await moved.findState(tx)) === 'moved') return;
    await moved.begin(tx);
    for (const [index, table] of tables.entries()) await moved.insert(tx, table, rows[index] ?? '[]');
    const log = app.get(AuditLog, { strict: false });
    await log.append(tx, { action: WEEK_MOVED, actor: SYSTEM_ACTOR, details: { entries: entries.length } });
    for (const entry of entries) await tell(tx, entry, app.get(AppConfig, { strict: false }));
  });
}

/** Continues the chain with an entry of its own moment. */
function tell(tx: Tx, { at, ...entry }: PlayedEntry, config: AppConfig): Promise<void> {
  const then = new (class extends Clock {
    override now(): Date {
      return at;
    }
  })();
  return new AuditLog(then, config).append(tx, entry);
}
