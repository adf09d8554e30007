import { summaryOf } from './statement-spans';

describe('what a statement is called in a trace', () => {
  it.each([
    ['SELECT id FROM charges WHERE id = $1', 'SELECT charges'],
    ['\n  INSERT INTO "outbox_events" (id) VALUES ($1)', 'INSERT outbox_events'],
    ['UPDATE charges SET status = $1', 'UPDATE charges'],
    ['WITH due AS (SELECT id FROM provider_calls) UPDATE x SET y = 1', 'WITH provider_calls'],
    ['COMMIT', 'COMMIT'],
    ['', 'STATEMENT'],
  ])('%s', (sql, summary) => {
    expect(summaryOf(sql)).toBe(summary);
  });

  it('is made of words alone, whatever stands in the text', () => {
    expect(summaryOf(`SELECT 'paid from 52998224725'`)).toBe('SELECT');
    expect(summaryOf(`INSERT INTO api_requests VALUES ('from sk_test_abcdefgh')`)).toBe(
      'INSERT api_requests',
    );
  });
});
