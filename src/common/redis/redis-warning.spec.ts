import { findRedisWarning } from './redis-warning';

const info = (policy: string, used: number, most: number): string =>
  `# Memory\r\nused_memory:${used}\r\nused_memory_human:1M\r\nmaxmemory:${most}\r\nmaxmemory_policy:${policy}\r\n`;

describe('what a Redis may do to the queue', () => {
  it('nothing, when it keeps everything and has room', () => {
    expect(findRedisWarning(info('noeviction', 899, 1_000))).toBeNull();
    expect(findRedisWarning(info('noeviction', 5_000, 0))).toBeNull();
    expect(findRedisWarning('# Server\r\nredis_version:7.2.0\r\n')).toBeNull();
  });

  it('names a policy that throws jobs away, and a memory that is nearly full', () => {
    expect(findRedisWarning(info('allkeys-lru', 1, 0))).toContain('allkeys-lru');
    expect(findRedisWarning(info('noeviction', 950, 1_000))).toContain('95 %');
  });
});
