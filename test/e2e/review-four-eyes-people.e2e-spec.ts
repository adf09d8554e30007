import {
  type Answer,
  BEHIND_PROXY,
  CALM,
  cookieOf,
  logIn,
  Onboarding,
  SessionClient,
  startService,
  type TestOperator,
  type TestService,
} from '../support';
import type { OperatorRole } from '../../src/auth';
import { runCommandLine } from '../../src/cli/program';
import { CASES, CaseBench } from '../support/case-bench';

const SESSION = '/v1/review/session';
const FINALLY = { reasons: [{ code: 'high_risk' }], correctable: false };

let service: TestService;
let cases: CaseBench;
let onboarding: Onboarding;
let ana: TestOperator;

beforeAll(async () => {
  service = await startService({ env: BEHIND_PROXY });
  cases = await CaseBench.open(service);
  ana = await service.operator({ role: 'admin' });
  onboarding = new Onboarding((await service.merchant({ mode: 'live' })).client);
});
afterAll(() => service.stop());

/** An account that an operator makes, with the password that was made for it. */
async function makeAccount(maker: SessionClient, role: OperatorRole, name: string) {
  const email = `${name}-${Date.now()}@people.test`;
  const { data } = (await maker.post('/v1/review/operators', { email, role })).body;
  return { email, password: data.password as string };
}

async function enter({ email, password }: { email: string; password: string }): Promise<SessionClient> {
  return new SessionClient(service.url, cookieOf(await logIn(service.anonymous, { email, password })));
}

/** What the holder of an account does first. */
async function choosePassword(account: { email: string; password: string }): Promise<SessionClient> {
  const first = await enter(account);
  const body = { password: account.password, new_password: `${account.password} of my own` };
  const changed = await first.post(`${SESSION}/password`, body);
  return new SessionClient(service.url, cookieOf(changed));
}

const reject = (by: SessionClient, id: string) => by.post(`${CASES}/${id}/reject`, FINALLY);
const outcome = ({ status, body }: Answer) => [status, body?.error, body?.data?.hindrance];
const MAKER = [409, 'SECOND_OPERATOR_REQUIRED', 'maker'];

describe('four eyes need two people (contract §8, Four eyes)', () => {
  it('whom the first operator made does not complete it, nor whom those made in turn; somebody else does', async () => {
    const admin = await ana.logIn();
    const bia = await choosePassword(await makeAccount(admin, 'admin', 'bia'));
    const caio = await choosePassword(await makeAccount(bia, 'reviewer', 'caio'));
    const id = await onboarding.submittedPerson(CALM);
    expect((await reject(admin, id)).status).toBe(202);
    for (const made of [bia, caio]) {
      expect(outcome(await reject(made, id))).toEqual(MAKER);
      const { awaiting_second } = (await made.get(`${CASES}/${id}`)).body.data;
      expect(awaiting_second).toMatchObject({ mine: false, hindrance: 'maker' });
    }
    expect(await cases.waiting(id)).toBe('reject');
    expect((await cases.post(await service.operator(), id, 'reject', FINALLY)).status).toBe(200);
  });

  it('two whom the same one made are two people', async () => {
    const admin = await ana.logIn();
    const [bia, caio] = [
      await choosePassword(await makeAccount(admin, 'reviewer', 'bia')),
      await choosePassword(await makeAccount(admin, 'reviewer', 'caio')),
    ];
    const id = await onboarding.submittedPerson(CALM);
    expect((await reject(bia, id)).status).toBe(202);
    expect((await reject(caio, id)).status).toBe(200);
  });

  it('what an account began whose password its maker knows is not completed by the maker; later it is', async () => {
    const admin = await ana.logIn();
    const account = await makeAccount(admin, 'reviewer', 'dora');
    const [early, late] = [await onboarding.submittedPerson(CALM), await onboarding.submittedPerson(CALM)];
    expect((await reject(await enter(account), early)).status).toBe(202);
    expect(outcome(await reject(admin, early))).toEqual(MAKER);
    const dora = await choosePassword(account);
    expect(outcome(await reject(admin, early))).toEqual(MAKER);
    expect((await reject(dora, late)).status).toBe(202);
    expect((await reject(admin, late)).status).toBe(200);
  });

  it('nobody completes anything before the password is their own; the case and the session say so', async () => {
    const eva = await service.operator({ ownPassword: false });
    const id = await onboarding.submittedPerson({ ...CALM, mcc: '7995' });
    expect((await cases.post(ana, id, 'approve')).status).toBe(202);
    const session = await eva.logIn();
    expect((await session.get(SESSION)).body.data.operator.must_change_password).toBe(true);
    const refused = await session.post(`${CASES}/${id}/approve`);
    expect(outcome(refused)).toEqual([409, 'SECOND_OPERATOR_REQUIRED', 'password_not_set']);
    expect(refused.body.message).toMatch(/^Choose a password of your own/);
    expect((await session.get(`${CASES}/${id}`)).body.data).toMatchObject({
      can_approve: false,
      obstacles: [{ code: 'second_operator_required', target: 'decision' }],
      awaiting_second: { mine: false, hindrance: 'password_not_set' },
    });
    // Nor by a key pair.
    expect(outcome(await cases.post(eva, id, 'approve'))).toEqual(outcome(refused));
    const own = await choosePassword(eva);
    expect((await own.post(`${CASES}/${id}/approve`)).body.data.status).toBe('active');
  });

  it('a password that was set from outside is nobody’s own again, and ends the key pairs', async () => {
    const fabio = await service.operator();
    const password = 'set by somebody else';
    const run = ['operators', 'password', fabio.email, '--password', password];
    const nowhere = { answer: () => undefined, note: () => undefined };
    expect(await runCommandLine(run, service.environment, nowhere)).toBe(0);
    const id = await onboarding.submittedPerson(CALM);
    expect((await cases.post(ana, id, 'reject', FINALLY)).status).toBe(202);
    const session = await enter({ email: fabio.email, password });
    expect(outcome(await reject(session, id))).toEqual([409, 'SECOND_OPERATOR_REQUIRED', 'password_not_set']);
    expect((await fabio.client.get(CASES)).status).toBe(401);
  });
});
