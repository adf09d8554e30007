import { randomUUID } from 'node:crypto';
import { bookAccount, type Line, walletAccount } from '../../src/ledger';
import { LedgerPlay } from './ledger-play';
import type { TestService } from './service';

/** A book with a little of everything: money taken, held, paid, given back, and a hold that was reversed. */
export async function keepBooks(service: TestService, merchantId: string): Promise<void> {
  const play = new LedgerPlay(service);
  const wallet = randomUUID();
  const available = walletAccount(wallet, 'available');
  const inTransit = walletAccount(wallet, 'in_transit');
  const clearing = bookAccount('cash:bench');
  const fees = bookAccount('fees:processing');
  const cause = (what: string, kind: string) => ({
    merchantId,
    reference: `test:${what}`,
    kind,
    resource: { type: 'charge', id: randomUUID() },
    occurredAt: new Date(),
  });
  const line = (account: Line['account'], amountCents: number): Line => ({ account, amountCents });
  const move = (what: string, kind: string, ...lines: readonly Line[]) =>
    play.post([{ ...cause(what, kind), lines }]);
  const outcomes = [
    await move('capture', 'capture', line(clearing, -1_000), line(available, 900), line(fees, 100)),
    await move('hold', 'withdrawal', line(available, -300), line(inTransit, 300)),
    await move('pay', 'withdrawal', line(inTransit, -300), line(bookAccount('cash:sandbox'), 300)),
    await move('hold_2', 'withdrawal', line(available, -100), line(inTransit, 100)),
    await play.post([{ ...cause('release', 'withdrawal'), reverses: 'test:hold_2' }]),
  ];
  expect(outcomes.map(({ refusal }) => refusal)).toEqual(outcomes.map(() => null));
  await play.drain(merchantId);
}
