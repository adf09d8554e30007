import { request } from 'undici';
import { eventually, startService } from '../support';
import { startProcess } from '../support/process';

describe('a process that is to end drains first (contract §10)', () => {
  it('who asks whether it is ready is told first, while it serves as before', async () => {
    const service = await startService();
    const started = await startProcess(service, 'main', { DRAIN_SECONDS: '8' });
    const ended = started.end('SIGTERM');
    await eventually(async () => {
      const { status, body } = await started.client().get('/health/ready');
      expect([status, body.details]).toEqual([503, [expect.objectContaining({ field: 'serving' })]]);
    });
    const { statusCode, headers, body } = await request(`http://127.0.0.1:${started.port}/health/live`);
    await body.dump();
    expect([statusCode, headers['connection']]).toEqual([200, 'keep-alive']);
    expect(await ended).toBe(0);
    await service.stop();
  });
});
