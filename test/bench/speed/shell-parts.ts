import type { Keys } from '../../support/client';
import { Child } from './child';
import type { Figure } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

/** What the child process works with. */
export interface PartsGiven extends Keys {
  readonly environment: Readonly<Record<string, string>>;
  /** Requests that are counted at once. */
  readonly connections: number;
  /** Of each part. */
  readonly seconds: number;
}

/** Processor time in microseconds a request, and calls of Redis a request. */
export interface PartsMeasured {
  readonly authenticationUs: number;
  readonly limitUs: number;
  readonly callsARequest: number;
}

interface PartsQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly measure: (given: PartsGiven) => Promise<PartsMeasured>;
}

const CONNECTIONS = 32;
const MICROSECONDS = 'µs of processor time';

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation();
  const child = Child.start<PartsQuestions>('shell-parts');
  try {
    const { publicKey, secretKey } = await installation.merchant();
    const given = { publicKey, secretKey, environment: installation.environment, connections: CONNECTIONS };
    const measure = (seconds: number): Promise<PartsMeasured> => child.ask('measure', { ...given, seconds });
    await measure(form.isQuick ? 0.5 : 3);
    const rounds: PartsMeasured[] = [];
    for (let round = 0; round < form.rounds; round += 1) rounds.push(await measure(form.seconds));
    return [
      {
        id: '4.authentication',
        what: 'a key pair is looked up and compared',
        unit: MICROSECONDS,
        reach: { atMost: 3 },
        values: rounds.map((one) => one.authenticationUs),
      },
      {
        id: `4.limit-${CONNECTIONS}`,
        what: `a request is counted, ${CONNECTIONS} at once`,
        unit: MICROSECONDS,
        reach: { atMost: 8 },
        values: rounds.map((one) => one.limitUs),
      },
      {
        id: `4.trips-${CONNECTIONS}`,
        what: `calls of Redis for a request, ${CONNECTIONS} at once`,
        unit: 'calls',
        reach: { atMost: 1 },
        values: rounds.map((one) => one.callsARequest),
      },
    ];
  } finally {
    await child.stop();
    await site.discard(installation);
  }
}

export const shellParts: Subject = {
  id: '4',
  what: 'authentication and limit alone, in processor time',
  isQuick: true,
  run,
};
