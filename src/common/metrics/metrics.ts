import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../time';

const ASK_TIMEOUT_MS = 2_000;

/** Gauges of the library whose names say that they are counters; `nodejs_active_resources{type}` and its like say the same. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** One value of a gauge, with its labels when it has some. */
export interface Reading<Label extends string = never> {
  readonly value: number;
  readonly labels?: Readonly<Record<Label, string>>;
}

/** The Prometheus metrics of one process. No label ever names a merchant. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'repasse_http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
  }

  counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** A gauge whose value is looked up when it is asked for. */
  measured(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(value());
      },
    });
  }

  /**
   * A gauge whose values somebody has to be asked for, the database or the queue, when it is read. Without an answer in
   * time there is no value: a number from before would say that all is as it was.
   */
  asked<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    ask: () => Promise<readonly Reading<Label>[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const readings = await withTimeout(Promise.resolve().then(ask), ASK_TIMEOUT_MS).catch(() => []);
        this.reset();
        if (labelNames.length === 0) this.remove();
        for (const { labels, value } of readings) this.set({ ...labels } as Record<Label, string>, value);
      },
    });
  }

  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  /** Counts and times an answer of the process. */
  timeRequest(labels: { method: string; route: string; status: number }, seconds: number): void {
    this.requests.observe(labels, seconds);
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }
}
