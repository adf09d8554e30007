import { runCommandLine } from '../../src/cli/program';
import { type JsonBody, startService, type TestService } from '../support';

let app: TestService;

beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.stop());

async function calendar(...args: string[]): Promise<{ code: number; json: JsonBody; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(['calendar', ...args, '--json'], app.environment, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, json: stdout === '' ? null : JSON.parse(stdout), stderr };
}

const OF_2027 = '01-01 02-08 02-09 03-26 04-21 05-01 05-27 09-07 10-12 11-02 11-15 11-20 12-25'
  .split(' ')
  .map((day) => `2027-${day}`);

describe('calendar show | add | remove (money contract §13)', () => {
  it('shows the bank holidays of a year', async () => {
    expect((await calendar('show', '2027')).json).toEqual({
      year: 2027,
      holidays: OF_2027,
      added: [],
      removed: [],
    });
  });

  it('a day is added and removed, and back again; each time the audit log knows who', async () => {
    expect((await calendar('add', '2027-07-09')).json).toEqual({ day: '2027-07-09', is_holiday: true });
    await calendar('add', '2027-07-09');
    await calendar('remove', '2027-11-20');
    const { json } = await calendar('show', '2027');
    expect([json.added, json.removed]).toEqual([['2027-07-09'], ['2027-11-20']]);
    expect(json.holidays).toContain('2027-07-09');
    expect(json.holidays).not.toContain('2027-11-20');
    await calendar('remove', '2027-07-09');
    await calendar('add', '2027-11-20');
    expect((await calendar('show', '2027')).json).toMatchObject({
      holidays: OF_2027,
      added: [],
      removed: [],
    });
    const entries = await app.dataSource.query<{ action: string; target_id: string; actor_kind: string }[]>(
      `SELECT action, target_id, actor_kind FROM audit_entries WHERE action LIKE 'calendar.%' ORDER BY sequence`,
    );
    expect(entries.map(({ action, target_id }) => `${action} ${target_id}`)).toEqual([
      'calendar.day_added 2027-07-09',
      'calendar.day_added 2027-07-09',
      'calendar.day_removed 2027-11-20',
      'calendar.day_removed 2027-07-09',
      'calendar.day_added 2027-11-20',
    ]);
  });

  it.each([
    ['show', '2061'],
    ['add', '2019-12-31'],
    ['add', '2027-02-30'],
    ['remove', 'tomorrow'],
  ])('%s %s: a sentence and exit code 1', async (...args) => {
    const { code, json, stderr } = await calendar(...args);
    expect([code, json]).toEqual([1, null]);
    expect(stderr).toMatch(/The calendar of bank holidays has no|Use a day of the calendar/);
  });
});
