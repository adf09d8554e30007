import { Client } from 'pg';
import type { Answer } from '../client';
import { workerDatabaseUrl } from '../database';
import { eventually } from '../eventually';
import { good, type MoneyPlay } from './money-play';

/** Shorter than a provider's answer is waited for: nothing but the refund itself is to happen. */
const LONGEST_MS = 1_500;

/** A refund whose provider answers when it may: until then what it takes is on its way. */
export class HeldRefund {
  private readonly begunMs = performance.now();

  private constructor(
    private readonly holder: Client,
    private readonly asked: Promise<Answer>,
  ) {}

  /** Asks for it, and returns once what it takes is held. */
  static async begin(play: MoneyPlay, chargeId: string, ask: () => Promise<Answer>): Promise<HeldRefund> {
    const holder = new Client({ connectionString: await workerDatabaseUrl() });
    await holder.connect();
    // Whoever asks the sandbox for this refund finds a fault of no consequence, and waits for whoever holds its row.
    const { rows } = await holder.query<{ id: string }>(
      `INSERT INTO sandbox_provider.faults (call, kind, reference)
       SELECT 'refund', 'slow', provider_reference FROM charges WHERE id = $1 RETURNING id`,
      [chargeId],
    );
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM sandbox_provider.faults WHERE id = $1 FOR UPDATE', [rows[0]?.id]);
    const asked = ask();
    await eventually(async () => {
      const sql = `SELECT 1 FROM refunds WHERE charge_id = $1 AND status = 'pending'`;
      const found = await play.service.dataSource.query<unknown[]>(sql, [chargeId]);
      if (found.length === 0) throw new Error(`no refund of ${chargeId} is on its way`);
    });
    return new HeldRefund(holder, asked);
  }

  get isOverdue(): boolean {
    return performance.now() - this.begunMs > LONGEST_MS;
  }

  /** Answers what became of it. */
  async end(play: MoneyPlay): Promise<string> {
    await this.holder.query('COMMIT');
    await this.holder.end();
    const { id } = good(await this.asked) as { id: string };
    return eventually(async () => {
      const sql = 'SELECT status FROM refunds WHERE merchant_id = $1 AND id = $2';
      const [row] = await play.service.dataSource.query<{ status: string }[]>(sql, [play.merchant.id, id]);
      if (row === undefined || row.status === 'pending') throw new Error(`refund ${id} has no outcome`);
      return row.status;
    }, 30_000);
  }
}
