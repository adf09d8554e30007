import { FetchSlots } from './fetch-slots';

const SOON_MS = 20;
const LONG_MS = 10_000;

it('takes as many as there are, and no more of one key than allowed', async () => {
  const slots = new FetchSlots(3, 2);
  expect(await slots.take('a', LONG_MS)).toBe(true);
  expect(await slots.take('a', LONG_MS)).toBe(true);
  expect(await slots.take('a', SOON_MS)).toBe(false);
  expect(await slots.take('b', LONG_MS)).toBe(true);
  expect(await slots.take('c', SOON_MS)).toBe(false);
});

it('hands what is given back to the first who may have it', async () => {
  const slots = new FetchSlots(2, 1);
  await slots.take('a', LONG_MS);
  await slots.take('b', LONG_MS);
  const order: string[] = [];
  const waiting = ['a', 'c', 'd'].map(async (key) => {
    if (await slots.take(key, LONG_MS)) order.push(key);
  });
  slots.release('b');
  await Promise.resolve();
  slots.release('c');
  await Promise.resolve();
  slots.release('a');
  await Promise.all(waiting);
  expect(order).toEqual(['c', 'd', 'a']);
});

it('whoever gave up is not handed anything', async () => {
  const slots = new FetchSlots(1, 1);
  await slots.take('a', LONG_MS);
  expect(await slots.take('b', SOON_MS)).toBe(false);
  slots.release('a');
  expect(await slots.take('c', SOON_MS)).toBe(true);
});
