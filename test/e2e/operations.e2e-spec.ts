import { startService, useService } from '../support';

describe('health, metrics and headers (contract §10)', () => {
  const service = useService();

  it('GET /health/live: the process answers', async () => {
    const answer = await service.anonymous.get('/health/live');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ status: 'live' });
  });

  it('GET /health/ready: database and migrations, and no host name', async () => {
    const answer = await service.anonymous.get('/health/ready');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      status: 'ready',
      checks: { database: 'up', migrations: 'up', queue: 'up', queue_settings: 'up', clock: 'up' },
    });
    expect(answer.text).not.toMatch(/127\.0\.0\.1|localhost|postgres/);
  });

  it('GET /health/ready: Redis away is reported, and the API stays ready and serves', async () => {
    const away = await startService({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
    const merchant = await away.merchant({ limits: 'default' });
    const [ready, read] = [
      await away.anonymous.get('/health/ready'),
      await merchant.client.get('/v1/merchant'),
    ];
    await away.stop();
    expect(ready.status).toBe(200);
    expect(ready.body.data.checks.queue).toBe('down');
    expect(read.status).toBe(200);
    expect(read.headers['x-ratelimit-remaining']).toBe('99');
  });

  it('GET /metrics: Prometheus text without any merchant', async () => {
    const merchant = await service.merchant();
    await merchant.client.get('/v1/merchant');
    const answer = await service.anonymous.get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.text).toMatch(
      /repasse_http_request_duration_seconds_count\{[^}]*route="\/v1\/merchant"[^}]*\} \d+/,
    );
    expect(answer.text).not.toContain(merchant.id);
  });

  it('in production /metrics needs its token, else there is nothing here', async () => {
    const token = 'a-long-token-for-the-scraper';
    const guarded = await startService({ env: { METRICS_TOKEN: token } });
    const without = await guarded.anonymous.get('/metrics');
    const wrong = await guarded.anonymous.get('/metrics', { authorization: `Bearer ${token}x` });
    const right = await guarded.anonymous.get('/metrics', { authorization: `Bearer ${token}` });
    await guarded.stop();
    expect([without.status, wrong.status, right.status]).toEqual([404, 404, 200]);
    expect(without.body.error).toBe('NOT_FOUND');
  });

  it('security headers on every answer', async () => {
    for (const path of ['/v1/merchant', '/health/live', '/nothing']) {
      const { headers } = await service.anonymous.get(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBeDefined();
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('keeps idle connections longer than load balancers do: a request never meets one that is being closed', async () => {
    const { headers } = await service.anonymous.get('/health/live', { connection: 'keep-alive' });
    expect(headers['keep-alive']).toBe('timeout=75');
  });
});
