import { setTimeout as sleep } from 'node:timers/promises';
import { BusyError } from '../pg-errors';
import { Grouped } from './grouped';

/** Work that ends when the test says so. */
function held() {
  const groups: number[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = (items: readonly number[]): Promise<number[]> => {
    groups.push([...items]);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve(items.map((item) => item * 10)) : reject(error)));
    });
  };
  return { groups, ends, work };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Grouped', () => {
  it('serves whoever comes alone at once, and all who came meanwhile together', async () => {
    const { groups, ends, work } = held();
    const grouped = new Grouped<number, number>({ atOnce: 1, size: 3, waiting: 10 }, work);
    const alone = grouped.run(1);
    await turn();
    expect(groups).toEqual([[1]]);
    const answers = [alone, ...[2, 3, 4, 5].map((item) => grouped.run(item))];
    for (let ended = 0; ended < 3; ended += 1) {
      ends[ended]?.();
      await turn();
    }
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
    const later = grouped.run(6);
    await turn();
    ends[3]?.();
    expect(await later).toBe(60);
  });

  it('takes together who come in one turn of the event loop, however they were made to wait before', async () => {
    const { groups, ends, work } = held();
    const grouped = new Grouped<number, number>({ atOnce: 1, size: 64, waiting: 100 }, work);
    const later = async (item: number): Promise<number> => {
      for (let step = 0; step < item; step += 1) await Promise.resolve();
      return grouped.run(item);
    };
    const answers = [1, 2, 3, 4, 5].map(later);
    await turn();
    await turn();
    expect(groups).toEqual([[1, 2, 3, 4, 5]]);
    ends[0]?.();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
  });

  it('takes the half of many, so that some are worked on while others are answered and ask again', async () => {
    const { groups, ends, work } = held();
    const grouped = new Grouped<number, number>({ atOnce: 1, size: 64, waiting: 100 }, work);
    const again = async (item: number): Promise<void> => {
      await grouped.run(item);
      if (groups.length < 8) await again(item);
    };
    const callers = [again(0)];
    await turn();
    callers.push(...Array.from({ length: 31 }, (_, item) => again(item + 1)));
    for (let ended = 0; ended < 12; ended += 1) {
      ends[ended]?.();
      await turn();
      await turn();
    }
    await Promise.all(callers);
    expect(groups.slice(0, 8).map(({ length }) => length)).toEqual([1, 16, 16, 16, 16, 16, 16, 16]);
    expect(groups.slice(1, 3).flat()).toEqual(Array.from({ length: 32 }, (_, place) => (place + 1) % 32));
  });

  it('takes all of a few', async () => {
    const { groups, ends, work } = held();
    const grouped = new Grouped<number, number>({ atOnce: 1, size: 64, waiting: 100 }, work);
    const answers = Array.from({ length: 8 }, (_, item) => grouped.run(item));
    await turn();
    ends[0]?.();
    await Promise.all(answers);
    expect(groups.map(({ length }) => length)).toEqual([8]);
  });

  it('begins another group when one is full, and refuses when too many wait', async () => {
    const { groups, ends, work } = held();
    const grouped = new Grouped<number, number>({ atOnce: 2, size: 2, waiting: 2 }, work);
    const answers = [grouped.run(1)];
    await turn();
    answers.push(...[2, 3, 4, 5].map((item) => grouped.run(item)));
    expect(groups).toEqual([[1], [2, 3]]);
    await expect(grouped.run(6)).rejects.toThrow(BusyError);
    ends.forEach((end) => end());
    await turn();
    ends[2]?.();
    expect(groups).toEqual([[1], [2, 3], [4, 5]]);
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
  });

  it('begins another group when the one before is slow', async () => {
    const { groups, ends, work } = held();
    const grouped = new Grouped<number, number>({ atOnce: 2, size: 10, waiting: 10 }, work);
    const answers = [grouped.run(1)];
    await turn();
    answers.push(grouped.run(2));
    expect(groups).toEqual([[1]]);
    await sleep(150);
    answers.push(grouped.run(3));
    expect(groups).toEqual([[1], [2, 3]]);
    ends.forEach((end) => end());
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  it('a group that fails has failed for its members, and for nobody else', async () => {
    const { ends, work } = held();
    const grouped = new Grouped<number, number>({ atOnce: 1, size: 2, waiting: 10 }, work);
    const first = grouped.run(1);
    await turn();
    const answers = Promise.allSettled([first, ...[2, 3, 4].map((item) => grouped.run(item))]);
    ends[0]?.();
    await turn();
    ends[1]?.(new Error('lost'));
    await turn();
    ends[2]?.();
    expect((await answers).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });
});
