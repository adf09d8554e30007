import { TenantBudget } from './tenant-budget';

const SOON_MS = 20;
const LONG_MS = 10_000;

it('gives as much as there is, and no more of one tenant than allowed', async () => {
  const slots = new TenantBudget(3, 2);
  expect(await slots.take('a', 1, LONG_MS)).toBe(true);
  expect(await slots.take('a', 1, LONG_MS)).toBe(true);
  expect(await slots.take('a', 1, SOON_MS)).toBe(false);
  expect(await slots.take('b', 1, LONG_MS)).toBe(true);
  expect(await slots.take('c', 1, SOON_MS)).toBe(false);
});

it('hands what is given back to the first who may have it', async () => {
  const slots = new TenantBudget(2, 1);
  await slots.take('a', 1, LONG_MS);
  await slots.take('b', 1, LONG_MS);
  const order: string[] = [];
  const waiting = ['a', 'c', 'd'].map(async (tenant) => {
    if (await slots.take(tenant, 1, LONG_MS)) order.push(tenant);
  });
  slots.release('b', 1);
  await Promise.resolve();
  slots.release('c', 1);
  await Promise.resolve();
  slots.release('a', 1);
  await Promise.all(waiting);
  expect(order).toEqual(['c', 'd', 'a']);
});

it('whoever gave up is not handed anything', async () => {
  const slots = new TenantBudget(1, 1);
  await slots.take('a', 1, LONG_MS);
  expect(await slots.take('b', 1, SOON_MS)).toBe(false);
  slots.release('a', 1);
  expect(await slots.take('c', 1, SOON_MS)).toBe(true);
});

it('amounts: small ones do not go before a large one that waits for room, and do once it has given up', async () => {
  const bytes = new TenantBudget(10, 8);
  expect(await bytes.take('a', 4, LONG_MS)).toBe(true);
  const large = bytes.take('b', 7, SOON_MS);
  const small = bytes.take('c', 1, LONG_MS);
  let hasSmall = false;
  void small.then(() => (hasSmall = true));
  await Promise.resolve();
  expect(hasSmall).toBe(false);
  expect([await large, await small]).toEqual([false, true]);
  // Its own limit holds for amounts, too, and keeps nobody else waiting.
  const own = bytes.take('a', 5, LONG_MS);
  expect(await bytes.take('b', 5, LONG_MS)).toBe(true);
  bytes.release('a', 4);
  bytes.release('b', 5);
  expect(await own).toBe(true);
});
