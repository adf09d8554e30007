import { eventually, PostbackBench, type Receiver, startService, type TestService } from '../support';
import { startProcess, type TestProcess } from '../support/process';

const EVENTS = 36;
const TOKEN = 'a-token-in-the-path';

describe('what the worker says of notifications that fail', () => {
  let service: TestService;
  let worker: TestProcess;
  let people: TestProcess;
  let bench: PostbackBench;

  beforeAll(async () => {
    service = await startService();
    const env = { POSTBACK_RETRY_WAITS: '0,1,1,1,1,1,1,1,1,1', POSTBACK_BREAKER: '5,1,1' };
    [worker, people] = await Promise.all([
      startProcess(service, 'worker', env),
      startProcess(service, 'main', { LOG_FORMAT: 'text' }),
    ]);
    bench = new PostbackBench(service, await service.merchant());
  });
  afterAll(async () => {
    await Promise.all([worker.end('SIGTERM'), people.end('SIGTERM')]);
    await bench.close();
    await service.stop();
  });

  const linesOf = (endpointId: string): string[] =>
    worker
      .output()
      .split('\n')
      .filter((line) => line.includes(endpointId))
      .map((line) =>
        (JSON.parse(line) as { message: string }).message.replace(`endpoint ${endpointId}: `, ''),
      );

  const open = async (status: number): Promise<{ shop: Receiver; id: string }> => {
    const shop = await bench.open(() => status);
    return { shop, id: (await bench.subscribe(`${shop.url}/${TOKEN}`)).id };
  };

  it('the first failure, each opening of the breaker and the recovery have a line each, however many attempts fail', async () => {
    const { shop, id } = await open(500);
    await bench.happenMany(EVENTS);
    await eventually(() =>
      expect(linesOf(id).filter((line) => line.startsWith('breaker')).length).toBeGreaterThan(1),
    );
    shop.answerWith(204);
    await eventually(() => expect(linesOf(id).at(-1)).toMatch(/^answers again/), 60_000);

    const lines = linesOf(id);
    expect(lines[0]).toMatch(/^delivery [0-9a-f-]{36} failed: the answer was 500$/);
    expect(lines[1]).toMatch(/^breaker open for 1 s after \d+ failed attempts$/);
    expect(lines.at(-1)).toMatch(/^answers again after \d+ failed attempts, breaker closed$/);
    // Between them nothing but one line each time it opened anew.
    const openings = lines.slice(1, -1);
    expect(new Set(openings.map((line) => line.replace(/\d+ failed/, 'n failed')))).toEqual(
      new Set(['breaker open for 1 s after n failed attempts']),
    );
    expect(new Set(openings).size).toBe(openings.length);
    expect(worker.output()).not.toContain(TOKEN);
  });

  it('an endpoint that is gone, and a server that is not there', async () => {
    const gone = await open(410);
    await bench.happens();
    await eventually(() => expect(linesOf(gone.id).at(-1)).toBe('paused, gone'));
    const away = await bench.subscribe('http://127.0.0.1:9/hooks');
    await bench.happens();
    await eventually(() =>
      expect(linesOf(away.id)[0]).toMatch(/^delivery \S+ failed: the server refused the connection$/),
    );
  });

  it('LOG_FORMAT=text: every line is one that a person reads, with no value of a request in it', async () => {
    await people.client().get('/v1/charges?search=only-in-a-query-value', { 'x-request-id': 'of-mine' });
    await eventually(() => expect(people.output()).toContain('of-mine'));
    const lines = people
      .output()
      .split('\n')
      .filter((line) => line !== '');
    for (const line of lines) expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} (INFO |WARN |ERROR) api {4}\S/);
    const own = lines.find((line) => line.includes('of-mine'));
    expect(own).toMatch(/GET \/v1\/charges 401 \d+ ms request_id=of-mine parameters=\["search"\]$/);
    expect(people.output()).not.toContain('only-in-a-query-value');
  });
});
