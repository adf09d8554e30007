import { Client } from '../../../support/client';
import { eventually } from '../../../support/eventually';
import { splitBody } from '../charges';
import { ID_MARK, type LoadGenerator, type LoadMeasured, type Pressure } from '../load';
import type { Place } from '../site';
import { agreeOnFee } from './capture-rows';

const QUIET_MS = 60_000;
const MAKING = { connections: 32, seconds: 120 };

/** Captures charges of one merchant over HTTP: pix that it shares with two sellers and that are paid in the sandbox. */
export class Till {
  private paid = 0;

  private constructor(
    private readonly place: Place,
    private readonly load: LoadGenerator,
    private readonly body: Record<string, unknown>,
    private readonly server: { readonly url: string },
  ) {}

  /** @param url of the API that captures */
  static async open(place: Place, load: LoadGenerator, url: string): Promise<Till> {
    const { installation, merchant } = place;
    await agreeOnFee(installation, url, merchant.id);
    return new Till(place, load, await splitBody(new Client(url, merchant), merchant.id), { url });
  }

  get captured(): number {
    return this.paid;
  }

  /** Captures at most so many charges, which are made before: making them is not measured. */
  async capture(count: number, pressure: Pressure): Promise<LoadMeasured> {
    const { merchant } = this.place;
    const made = { method: 'POST', path: '/v1/charges', keys: merchant, body: this.body } as const;
    const missing = count - (await this.pending()).length;
    if (missing > 0) await this.load.run(this.server, made, { ...MAKING, atMost: missing });
    const ids = await this.pending();
    await this.untilRelayed();
    const path = `/v1/sandbox/charges/${ID_MARK}/pay`;
    const wanted = { method: 'POST', path, keys: merchant, body: {}, ids, status: 200 } as const;
    const measured = await this.load.run(this.server, wanted, pressure);
    this.paid += measured.answered;
    return measured;
  }

  /** Until nothing of this side is left to do while the other one is measured. */
  async untilQuiet(): Promise<void> {
    await this.untilRelayed();
    await this.untilNone('ledger_tail');
  }

  private async untilRelayed(): Promise<void> {
    if (this.place.installation.workers.some((worker) => worker.isAlive()))
      await this.untilNone('outbox_events WHERE relayed_at IS NULL');
  }

  private async untilNone(from: string): Promise<void> {
    await eventually(async () => {
      const [some] = await this.place.installation.query(`SELECT 1 FROM ${from} LIMIT 1`);
      if (some !== undefined) throw new Error(`there is still something in ${from}`);
    }, QUIET_MS);
  }

  private async pending(): Promise<string[]> {
    const rows = await this.place.installation.query<{ id: string }>(
      `SELECT id FROM charges WHERE merchant_id = $1 AND status = 'pending'`,
      [this.place.merchant.id],
    );
    return rows.map(({ id }) => id);
  }
}
