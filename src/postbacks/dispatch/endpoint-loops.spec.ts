import type { BatchResult } from '../delivery/prepare-batch.use-case';
import { EndpointLoops } from './endpoint-loops';

const always = (): boolean => true;

describe('the loops of endpoints', () => {
  it('one loop per endpoint; who comes while it runs makes it look once more', async () => {
    const loops = new EndpointLoops();
    let batches = 0;
    let release: (result: BatchResult) => void = () => undefined;
    const batch = (): Promise<BatchResult> => {
      batches += 1;
      return new Promise((resolve) => (release = resolve));
    };
    const first = loops.run('a', batch, always);
    expect(await loops.run('a', batch, always)).toBe('done');
    expect(batches).toBe(1);
    release('done');
    await new Promise(setImmediate);
    expect(batches).toBe(2);
    release('done');
    expect(await first).toBe('done');
  });

  it('endpoints do not wait for each other', async () => {
    const loops = new EndpointLoops();
    void loops.run('slow', () => new Promise(() => undefined), always);
    expect(await loops.run('fast', async () => 'done', always)).toBe('done');
  });

  it('says that something may be left when it had to stop, and frees the endpoint also after a failure', async () => {
    const loops = new EndpointLoops();
    expect(
      await loops.run(
        'a',
        async () => 'more',
        () => false,
      ),
    ).toBe('more');
    await expect(loops.run('a', () => Promise.reject(new Error('down')), always)).rejects.toThrow('down');
    expect(await loops.run('a', async () => 'done', always)).toBe('done');
  });

  it('hands the endpoint over at once when the other queue is the right one', async () => {
    const loops = new EndpointLoops();
    expect(await loops.run('a', async () => 'other_queue', always)).toBe('other_queue');
    expect(await loops.run('a', async () => 'done', always)).toBe('done');
  });
});
