import type { Answer } from './client';
import { eventually } from './eventually';
import { anyAddress, BEHIND_PROXY, codeOf, enrolTotp, from, logIn } from './log-ins';
import { type ServiceOptions, startService, type TestOperator, type TestService } from './service';
import { SessionClient } from './session-client';
import { TimeMachine } from './time-machine';

const SESSION = '/v1/review/session';
const TOTP = `${SESSION}/totp`;

interface OperatorBenchOptions extends ServiceOptions {
  /** Each test's operator has a session already. */
  readonly loggedIn?: boolean;
  /** A second process of the same service runs too. */
  readonly besides?: boolean;
}

/** Operators before the log-in page: a service whose time the test moves, and a new operator for each test. */
export class OperatorBench {
  machine!: TimeMachine;
  service!: TestService;
  /** Another process of the same service. */
  other!: TestService;
  operator!: TestOperator;
  session!: SessionClient;

  /** The same session, presented to the other process. */
  onOther(client: SessionClient = this.session): SessionClient {
    return new SessionClient(this.other.url, client.cookie);
  }

  /** What the service answers to a session. */
  async status(client: SessionClient = this.session, path = SESSION): Promise<number> {
    return (await client.get(path)).status;
  }

  get credentials(): { email: string; password: string } {
    return { email: this.operator.email, password: this.operator.password };
  }

  /** The operator logs in, from an address of its own. */
  logIn(body: { password?: string; totp?: string } = {}, address = anyAddress()): Promise<Answer> {
    return logIn(this.service.anonymous, { ...this.credentials, ...body }, address);
  }

  code(secret: string, steps = 0): string {
    return codeOf(secret, this.machine.now(), steps);
  }

  /** Begins the enrolment of an authenticator app. */
  enrol(headers = {}): Promise<Answer> {
    return this.session.post(TOTP, { password: this.operator.password }, headers);
  }

  /** Turns an authenticator app on, for the test's operator or another one. */
  async enrolled(of?: TestOperator): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { password } = of ?? this.operator;
    return enrolTotp(of === undefined ? this.session : await of.logIn(), password, () => this.machine.now());
  }

  /** Takes the authenticator app away. */
  remove(body: object = {}, address = anyAddress()): Promise<Answer> {
    return this.session.send('DELETE', TOTP, { password: this.operator.password, ...body }, from(address));
  }
}

/** A second of real time: what processes remember for half of one is gone. */
export const within1s = (expectation: () => Promise<void>): Promise<void> => eventually(expectation, 1_000);

/**
 * The bench for all tests of a describe block. Time passes by `advance` alone: a step of a one-time code or a window of the
 * rate limit that ended in the middle of a test would change what the service has to answer.
 */
export function useOperators({ loggedIn, besides, ...options }: OperatorBenchOptions = {}): OperatorBench {
  const bench = new OperatorBench();
  beforeAll(async () => {
    bench.machine = await TimeMachine.install();
    const env = { ...BEHIND_PROXY, ...options.env };
    bench.service = await startService({ ...options, env });
    await bench.machine.freeze();
    if (besides !== true) return;
    bench.other = await startService({ env: bench.service.environment });
  });
  afterAll(async () => {
    if (besides === true) await bench.other.stop();
    await bench.service.stop();
  });
  beforeEach(async () => {
    bench.operator = await bench.service.operator();
    if (loggedIn === true) bench.session = await bench.operator.logIn();
  });
  return bench;
}
