import { type FactoryProvider, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseGate } from '../../database';
import { Clock, setProcessClock } from '../clock';
import { HealthChecks } from '../health';
import { Metrics } from '../metrics';
import { errorMessage } from '../text';

const MEASURE_EVERY_MS = 30_000;
const RETRY_MS = 1_000;
/** Of several answers the quickest is the most exact … */
const SAMPLES = 5;
/** … and a slow one says nothing: it may have waited for a connection, or our own event loop stood still. */
const MAX_ROUND_TRIP_MS = 1_000;
/** architecture §5, rule 8: a machine further away than this is not fit to serve. */
const MAX_SKEW_MS = 2_000;

interface Measurement {
  /** What the database's clock says when the monotonic clock of this process says 0. */
  readonly originMs: number;
  readonly roundTripMs: number;
}

/**
 * The database's time: the monotonic clock of this process and an offset that is measured at the start and every 30
 * seconds. However the clocks of the machines differ, every process and every statement mean the same moment; whoever
 * sets a machine's clock moves nothing.
 */
export class DatabaseClock extends Clock implements OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseClock.name);
  private originMs = performance.timeOrigin;
  private isMeasured = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {
    super();
  }

  override now(): Date {
    return new Date(this.originMs + performance.now());
  }

  /** Measures, and goes on measuring. Until the database has answered once, the machine's clock stands in. */
  async start(): Promise<void> {
    try {
      await this.measure();
    } catch (error) {
      this.logger.warn(`the time of the database is not known: ${errorMessage(error)}`);
    }
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(), this.isMeasured ? MEASURE_EVERY_MS : RETRY_MS).unref();
  }

  /** By how much this machine's own clock is ahead of the database's, in milliseconds. */
  skewMs(): number {
    return Date.now() - this.now().getTime();
  }

  /** Rejects while the database's time is unknown, or this machine's clock is too far away from it. */
  check(): Promise<void> {
    const isFit = this.isMeasured && Math.abs(this.skewMs()) <= MAX_SKEW_MS;
    return isFit ? Promise.resolve() : Promise.reject(new Error('the clock of this machine is wrong'));
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** As `start`, and rejects when the time is still unknown afterwards. */
  async startMeasured(): Promise<void> {
    await this.start();
    if (!this.isMeasured) throw new Error('the time of the database is not known');
  }

  private async measure(): Promise<void> {
    let best: Measurement | null = null;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const found = await this.ask();
      if (best === null || found.roundTripMs < best.roundTripMs) best = found;
    }
    if (best === null || best.roundTripMs > MAX_ROUND_TRIP_MS) return;
    // What is within the error of the measurement is no difference: time is not to go to and fro.
    const isApart = Math.abs(best.originMs - this.originMs) > best.roundTripMs / 2;
    if (isApart || !this.isMeasured) this.originMs = best.originMs;
    this.isMeasured = true;
  }

  private async ask(): Promise<Measurement> {
    const askedMs = performance.now();
    const rows: { ms: number }[] = await this.dataSource.query(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const answeredMs = performance.now();
    // The answer was made somewhere between the question and its arrival.
    return { originMs: (rows[0]?.ms ?? 0) - (askedMs + answeredMs) / 2, roundTripMs: answeredMs - askedMs };
  }
}

/** The clock of a process. Whoever needs the time is made when it is known. */
export const databaseClock: FactoryProvider<Clock> = {
  provide: Clock,
  inject: [DataSource, Metrics, HealthChecks, { token: DatabaseGate, optional: true }],
  useFactory: async (
    dataSource: DataSource,
    metrics: Metrics,
    health: HealthChecks,
    gate: DatabaseGate | undefined,
  ) => {
    const clock = new DatabaseClock(dataSource);
    // A process that may start before its database works when it is there, and by its time.
    if (gate === undefined) await clock.start();
    else gate.before(() => clock.startMeasured());
    setProcessClock(clock);
    const help = "By how much this machine's clock is ahead of the database's";
    metrics.measured('repasse_clock_skew_seconds', help, () => clock.skewMs() / 1_000);
    health.register({ name: 'clock', required: true, check: () => clock.check() });
    return clock;
  },
};
