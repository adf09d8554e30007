import { readableLine } from './readable-line';

const line = (entry: object): string => readableLine(`${JSON.stringify(entry)}\n`);
const base = { level: 'info', time: '2026-11-21T09:08:07.654Z', process: 'worker' };

describe('a line of the log for people', () => {
  it('a message with where it comes from', () => {
    expect(line({ ...base, level: 'warn', context: 'OutboxRelay', message: 'relay: gone' })).toBe(
      '09:08:07.654 WARN  worker [OutboxRelay] relay: gone\n',
    );
  });

  it('a request: what was asked, what came of it, how long it took, who asked', () => {
    const entry = {
      ...base,
      process: 'api',
      request_id: 'r1',
      method: 'GET',
      route: '/v1/charges',
      parameters: ['page'],
      status: 200,
      caller: 'merchant:m1',
      duration_ms: 12,
      message: 'request',
    };
    expect(line(entry)).toBe(
      '09:08:07.654 INFO  api    GET /v1/charges 200 12 ms request_id=r1 parameters=["page"] caller=merchant:m1\n',
    );
    expect(line({ ...entry, parameters: [], caller: null })).not.toMatch(/parameters|caller/);
  });

  it('an error is one line too, with its innermost places', () => {
    const stack = `TypeError: x\n${[1, 2, 3, 4, 5].map((each) => `    at f${each} (a.ts:${each}:1)`).join('\n')}`;
    const err = { type: 'TypeError', message: 'x is not\na function', stack };
    expect(line({ ...base, level: 'error', message: 'request failed', err })).toBe(
      '09:08:07.654 ERROR worker request failed (TypeError: x is not\\na function ← f1 (a.ts:1:1) ← f2 (a.ts:2:1) ← f3 (a.ts:3:1) ← f4 (a.ts:4:1))\n',
    );
  });

  it('no value makes a line of its own or moves the cursor', () => {
    const shown = line({ ...base, message: 'a\nb\u001b[2Jc\u2028d\re\u009bf' });
    expect(shown.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/);
    expect(shown).toContain('a\\nb\\x1b[2Jc\\x2028d\\xde\\x9bf');
  });

  it('what is no JSON stays as it is', () => {
    expect(readableLine('Waiting for the database\n')).toBe('Waiting for the database\n');
    expect(readableLine('7\n')).toBe('7\n');
  });
});
