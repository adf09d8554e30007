import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type CountedList, createList, createSlots, functionsOf } from '../counted-lists';

const CHARGES: CountedList = {
  table: 'charges',
  one: 'charge',
  many: 'charges',
  part: 'submerchant_id',
  kind: 'payment_method',
};

const DELIVERIES: CountedList = {
  table: 'postback_deliveries',
  one: 'delivery',
  many: 'deliveries',
  part: 'endpoint_id',
  kind: 'event',
};

/**
 * What a list asks its counts is looked up by their primary keys, whatever it is: planning that anew for each of its steps took four times
 * as long as looking (decision 0041). Small tables are not read whole either: the plan stays when they have grown. Where nothing is asked
 * for, a page is read by the index that has its order, without looking for its hours.
 */
export class CountsPlannedOnce1763750070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const list of [CHARGES, DELIVERIES]) {
      await runner.query(createSlots(list));
      await runner.query(createList(list));
      for (const name of askedByLists(list)) {
        await runner.query(`ALTER FUNCTION ${name} SET plan_cache_mode = 'force_generic_plan'`);
        await runner.query(`ALTER FUNCTION ${name} SET enable_seqscan = off`);
      }
    }
  }

  /** What they answer is the same by any plan. */
  async down(runner: QueryRunner): Promise<void> {
    for (const list of [CHARGES, DELIVERIES])
      for (const name of askedByLists(list)) await runner.query(`ALTER FUNCTION ${name} RESET ALL`);
  }
}

function askedByLists(list: CountedList): string[] {
  return functionsOf(list).filter((name) => name.startsWith('list_counted_') || name.includes('_slots('));
}
