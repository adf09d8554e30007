import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import { Clock } from '../../common';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import type { PlayedEntry, PlayedWeekRepository } from './played-week.repository';
import { WEEK_COPIED, WeekCopyRepository } from './week-copy.repository';

/** Whether the database of the service has the week. */
export function hasWeek(app: INestApplicationContext): Promise<boolean> {
  return app.get(TxRunner).run((tx) => new WeekCopyRepository().isThere(tx));
}

/** Moves what was played into the database of the service, in one transaction: its rows, and what its audit log tells. */
export async function moveWeek(app: INestApplicationContext, week: PlayedWeekRepository): Promise<void> {
  const copy = new WeekCopyRepository();
  await week.holdStill();
  const tables = await week.listTables();
  const entries = await week.listEntries();
  const places = await week.countPlaces();
  const rows: string[] = [];
  for (const table of tables) rows.push(await week.readRows(table));
  await app.get(TxRunner).run(async (tx) => {
    if (await copy.isThere(tx)) return;
    await copy.begin(tx);
    const place = await copy.takePlaces(tx, places);
    for (const [index, table] of tables.entries()) await copy.insert(tx, table, rows[index] ?? '[]', place);
    const log = app.get(AuditLog, { strict: false });
    await log.append(tx, { action: WEEK_COPIED, actor: SYSTEM_ACTOR, details: { entries: entries.length } });
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
