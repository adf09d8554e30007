import { setTimeout as sleep } from 'node:timers/promises';
import { forgetPlans, prepared, preparedName, PreparedOnceLarge } from './prepared';

/** The name it has after it was asked often. */
function nameOf(sql: string): string | undefined {
  for (let asked = 0; asked < 10; asked += 1) preparedName(sql);
  return preparedName(sql);
}

describe('statements that connections keep', () => {
  it('are those that were declared, from the first time on', () => {
    const sql = prepared('SELECT declared');
    expect(preparedName(sql)).toBe(preparedName(prepared(sql)));
    expect(preparedName(sql)).toMatch(/^repasse_\d+$/);
  });

  it.each([
    'SELECT "c"."id" AS "c_id" FROM "charges" "c" WHERE "c"."merchant_id" = $1 AND "c"."id" = $2 FOR UPDATE',
    'SELECT "C"."id" FROM "charges" "C" WHERE (("C"."merchant_id" = $1) AND ("C"."id" = $2)) LIMIT 1',
    'SELECT "S"."share" FROM "splits" "S" WHERE (("S"."merchant_id" = $1) AND ("S"."charge_id" = $2)) ORDER BY "S"."position" ASC',
    'SELECT "D"."id" FROM "documents" "D" WHERE (("D"."submerchant_id" = $1) AND ("D"."replaced_at" IS NULL)) ORDER BY "D"."created_at" ASC, "D"."id" ASC',
    'SELECT "e"."id",\n  CASE WHEN TRUE THEN 1 END FROM "endpoints" "e" WHERE "e"."merchant_id" = $1 AND "e"."id" = $2',
    'UPDATE "provider_calls" SET "status" = $1, "settled_at" = $2 WHERE ("merchant_id" = $3 AND "id" = $4)',
    'DELETE FROM "sessions" WHERE ("id" = $1)',
    'SELECT "id" FROM "wallets" WHERE "merchant_id" = $1 AND "id" = ANY(ARRAY(SELECT unnest($2::uuid[])))',
    `SELECT "id" FROM "charges" WHERE "merchant_id" = $1 AND "id" = ANY(current_setting('repasse.page')::uuid[])`,
    'INSERT INTO "events"("merchant_id", "id", "failures") VALUES ($1, $2, DEFAULT) RETURNING "position", "failures"',
    'INSERT INTO "references"("account_id", "reference") VALUES ($1, $2) ON CONFLICT DO NOTHING',
  ])('are those of one row that TypeORM asks often: %s', (sql) => {
    expect(preparedName(sql)).toBeUndefined();
    const name = nameOf(sql);
    expect(name).toMatch(/^repasse_m\d+$/);
    expect(nameOf(sql)).toBe(name);
  });

  it.each([
    'SELECT "c"."id" FROM "charges" "c" WHERE "c"."merchant_id" = $1 AND "c"."status" = $2',
    'SELECT "c"."id" FROM "charges" "c" WHERE "c"."merchant_id" = $1 AND "c"."id" IN ($2, $3)',
    'SELECT "c"."id" FROM "charges" "c" WHERE "c"."merchant_id" = $1 AND ("c"."id" = $2 OR "c"."status" = $3)',
    'SELECT "c"."id" FROM "charges" "c" WHERE "c"."submerchant_id" = $1 ORDER BY "c"."created_at" DESC LIMIT 20',
    'SELECT "c"."id" FROM "charges" "c" LEFT JOIN "splits" "s" ON "s"."charge_id" = "c"."id" WHERE "c"."id" = $1',
    'SELECT "c"."id" FROM "charges" "c"\n JOIN "splits" "s" ON "s"."charge_id" = "c"."id" WHERE "c"."id" = $1',
    'SELECT "c"."id" FROM "charges" "c" WHERE "c"."submerchant_id" = $1 AND "c"."paid_at" IS NOT NULL',
    'SELECT "c"."id" FROM "charges" "c" WHERE "c"."paid_at" IS NULL ORDER BY "c"."created_at" ASC, "c"."id" ASC',
    'INSERT INTO "events"("id") VALUES ($1), ($2)',
    'SELECT "id" FROM "charges" WHERE "merchant_id" = $1 AND "status" = ANY(ARRAY(SELECT unnest($2::character varying[])))',
    'COMMIT',
  ])('are not those whose best plan hangs on their values, or that come in many lengths: %s', (sql) => {
    expect(nameOf(sql)).toBeUndefined();
  });

  it('are not those that are asked now and then', async () => {
    const sql = 'SELECT "r"."id" FROM "rare" "r" WHERE "r"."id" = $1';
    const now = jest.spyOn(performance, 'now');
    for (let asked = 0; asked < 10; asked += 1) {
      expect(preparedName(sql)).toBeUndefined();
      now.mockReturnValue(performance.now() + 20_000);
      // The cache looks at the time once a millisecond.
      await sleep(5);
    }
    now.mockRestore();
  });

  it('are those of a table that begins empty once many of its rows were found by them', () => {
    const statement = new PreparedOnceLarge('SELECT grown');
    statement.found(4_999);
    expect(preparedName(statement.text)).toBeUndefined();
    statement.found(1);
    expect(preparedName(statement.text)).toMatch(/^repasse_\d+$/);
  });

  it('are a bounded number, whatever is asked', () => {
    const all = Array.from({ length: 2_000 }, (_, n) =>
      nameOf(`UPDATE "t" SET "c${n}" = $1 WHERE ("id" = $2)`),
    );
    expect(new Set(all.filter((name) => name !== undefined)).size).toBeLessThanOrEqual(100);
  });

  it('have other names once one was refused, all of them, and only once', () => {
    const [one, other] = [prepared('SELECT refused'), prepared('SELECT beside')];
    const before = [preparedName(one), preparedName(other)];
    forgetPlans(String(before[0]));
    const after = [preparedName(one), preparedName(other)];
    expect(after).toEqual(before.map((name) => `${name}_1`));
    // Another connection was refused under the old name, too.
    forgetPlans(String(before[1]));
    expect([preparedName(one), preparedName(other)]).toEqual(after);
    forgetPlans(String(after[1]));
    expect(preparedName(one)).toBe(`${before[0]}_2`);
  });
});
