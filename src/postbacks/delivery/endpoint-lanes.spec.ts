import { EndpointLanes, type RoundResult } from './endpoint-lanes';

const always = (): boolean => true;

describe('the lanes of endpoints', () => {
  it('one loop per endpoint; word left meanwhile makes it look once more', async () => {
    const lanes = new EndpointLanes();
    let rounds = 0;
    let release: (result: RoundResult) => void = () => undefined;
    const round = (): Promise<RoundResult> => {
      rounds += 1;
      return new Promise((resolve) => (release = resolve));
    };
    const first = lanes.run('a', round, always);
    expect(await lanes.run('a', round, always)).toBe('done');
    expect(rounds).toBe(1);
    release('done');
    await new Promise(setImmediate);
    expect(rounds).toBe(2);
    release('done');
    expect(await first).toBe('done');
  });

  it('endpoints do not wait for each other', async () => {
    const lanes = new EndpointLanes();
    void lanes.run('slow', () => new Promise(() => undefined), always);
    expect(await lanes.run('fast', async () => 'done', always)).toBe('done');
  });

  it('says that something may be left when it had to stop, and frees the lane also after a failure', async () => {
    const lanes = new EndpointLanes();
    expect(
      await lanes.run(
        'a',
        async () => 'more',
        () => false,
      ),
    ).toBe('more');
    await expect(lanes.run('a', () => Promise.reject(new Error('down')), always)).rejects.toThrow('down');
    expect(await lanes.run('a', async () => 'done', always)).toBe('done');
  });

  it('hands the endpoint over at once when the other lane is the right one', async () => {
    const lanes = new EndpointLanes();
    expect(await lanes.run('a', async () => 'elsewhere', always)).toBe('elsewhere');
    expect(await lanes.run('a', async () => 'done', always)).toBe('done');
  });
});
