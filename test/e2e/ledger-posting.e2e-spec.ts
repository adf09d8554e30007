import { randomUUID } from 'node:crypto';
import { TxRunner } from '../../src/database';
import {
  type AccountRef,
  BoundPassedError,
  bookAccount,
  LedgerReader,
  LedgerService,
  type NewTransaction,
  walletAccount,
} from '../../src/ledger';
import { eventually, useService } from '../support';
import { LedgerPlay } from '../support/ledger-play';
import { startWorker } from '../support/service';
import { breaksRule } from '../support/books';

for (const rule of [
  'what a wallet has on its way is what is held for refunds and withdrawals that have no outcome yet',
  'no transaction of a withdrawal is without its withdrawal',
  'what is due from a provider is what was captured, less what was refunded, disputed and reported',
  'no transaction of a refund, a settlement, a reserve or a recovery is without its cause',
])
  breaksRule(rule, 'the ledger alone, without the records that cause it');

const service = useService();
const clearing = bookAccount('clearing:sandbox');

interface Case {
  readonly merchantId: string;
  readonly available: AccountRef;
  readonly inTransit: AccountRef;
  readonly play: LedgerPlay;
  transaction(reference: string, ...lines: readonly (readonly [AccountRef, number])[]): NewTransaction;
}

async function open(): Promise<Case> {
  const { id: merchantId } = await service.merchant();
  const wallet = randomUUID();
  return {
    merchantId,
    available: walletAccount(wallet, 'available'),
    inTransit: walletAccount(wallet, 'in_transit'),
    play: new LedgerPlay(service),
    transaction: (reference, ...lines) => ({
      merchantId,
      reference,
      kind: 'capture',
      resource: { type: 'charge', id: randomUUID() },
      occurredAt: new Date('2026-11-24T02:30:00.000Z'),
      lines: lines.map(([account, amountCents]) => ({ account, amountCents })),
    }),
  };
}

describe('posting (money contract §11)', () => {
  it('is part of the transaction of its cause: both are there, or neither', async () => {
    const { merchantId, available, transaction } = await open();
    const [transactions, ledger, reader] = [
      service.api.get(TxRunner),
      service.api.get(LedgerService),
      service.api.get(LedgerReader),
    ];
    const change = (name: string, fails: boolean) =>
      transactions.run(async (tx) => {
        await tx.query('UPDATE merchants SET search_text = $2 WHERE id = $1', [merchantId, name]);
        await ledger.post(tx, [transaction('charge:1:captured', [clearing, -100], [available, 100])]);
        if (fails) throw new Error('died');
      });
    await expect(change('Never', true)).rejects.toThrow('died');
    expect(await reader.findTransaction(merchantId, 'charge:1:captured')).toBeNull();
    expect(await reader.listOfBook(merchantId)).toEqual([]);
    await change('Now', false);
    expect(await reader.listOfBook(merchantId)).toEqual([
      { account: clearing, balanceCents: -100 },
      { account: available, balanceCents: 100 },
    ]);
  });

  it('reverses what it posts itself, and posts any number in their order once the accounts are locked', async () => {
    const { available, inTransit, merchantId, play, transaction } = await open();
    const ledger = service.api.get(LedgerService);
    const cause = transaction('refund:1:released', [clearing, 1]);
    const taken = Array.from({ length: 700 }, (_, at) =>
      transaction(`refund:${at}:held`, [available, -1], [inTransit, 1]),
    );
    const wanted = [
      transaction('charge:1:captured', [clearing, -700], [available, 700]),
      ...taken.slice(0, 2),
      { ...cause, reverses: 'refund:1:held' },
      ...taken.slice(2),
    ];
    await expect(service.api.get(TxRunner).run((tx) => ledger.post(tx, wanted))).rejects.toThrow(
      /more than 500/,
    );
    await service.api.get(TxRunner).run(async (tx) => {
      await ledger.lock(tx, merchantId, [available, inTransit]);
      await ledger.post(tx, wanted);
    });
    expect(await play.reader.listOfWallet(merchantId, available.walletId ?? '')).toEqual(
      expect.arrayContaining([
        { account: available, balanceCents: 1 },
        { account: inTransit, balanceCents: 699 },
      ]),
    );
  });

  it('of 200 withdrawals at once of a tenth of the balance, ten are made', async () => {
    const { available, inTransit, play, merchantId, transaction } = await open();
    // What is there came in parts, of which some wait and some are posted.
    for (let part = 1; part <= 10; part += 1) {
      await play.post([transaction(`charge:${part}:captured`, [clearing, -100], [available, 100])]);
      if (part === 5) await play.drain(merchantId);
    }
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        play.post([transaction(`withdrawal:${at}:held`, [available, -100], [inTransit, 100])]),
      ),
    );
    expect(outcomes.filter(({ refusal }) => refusal === null)).toHaveLength(10);
    expect(outcomes.filter(({ refusal }) => refusal === 'bound')).toHaveLength(190);
    expect(await play.reader.listOfWallet(merchantId, available.walletId ?? '')).toEqual(
      expect.arrayContaining([
        { account: available, balanceCents: 0 },
        { account: inTransit, balanceCents: 1_000 },
      ]),
    );
  });

  it('of 500 pairs of reversals of one transaction, under different references, one of each is made', async () => {
    const { available, play, transaction } = await open();
    const outcomes: string[] = [];
    for (let at = 0; at < 500; at += 1) {
      const reverses = `charge:${at}:captured`;
      await play.post([transaction(reverses, [clearing, -100], [available, 100])]);
      const reversal = (which: string) => {
        const { lines: _lines, ...cause } = transaction(`adjustment:${at}${which}`);
        return play.post([{ ...cause, reverses }]);
      };
      const pair = await Promise.all([reversal('a'), reversal('b')]);
      outcomes.push(
        pair
          .map(({ refusal }) => refusal ?? 'done')
          .sort()
          .join(),
      );
    }
    expect(new Set(outcomes)).toEqual(new Set(['done,reversed']));
  });

  it('locks nothing for what comes in: it passes whoever takes out of the same account', async () => {
    const { merchantId, available, play, transaction } = await open();
    await play.post([transaction('charge:1:captured', [clearing, -100], [available, 100])]);
    const [transactions, ledger] = [service.api.get(TxRunner), service.api.get(LedgerService)];
    let isLocked = (): void => undefined;
    let isPassed = (): void => undefined;
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const passed = new Promise<void>((resolve) => (isPassed = resolve));
    const holder = transactions.run(async (tx) => {
      expect(await ledger.lock(tx, merchantId, [available])).toEqual([100]);
      isLocked();
      await passed;
      await ledger.post(tx, [transaction('withdrawal:1:held', [available, -150], [clearing, 150])]);
    });
    await locked;
    // Would it wait for the lock, nobody would ever end.
    const { refusal } = await play.post([transaction('charge:2:captured', [clearing, -50], [available, 50])]);
    isPassed();
    await holder;
    expect(refusal).toBeNull();
    expect(await play.reader.listOfBook(merchantId)).toEqual([
      { account: clearing, balanceCents: 0 },
      { account: available, balanceCents: 0 },
    ]);
  });

  it('refuses what its users must not do', async () => {
    const { merchantId, available, inTransit, transaction } = await open();
    const [transactions, ledger] = [service.api.get(TxRunner), service.api.get(LedgerService)];
    const capture = transaction('charge:1:captured', [clearing, -100], [available, 100]);
    const hold = transaction('withdrawal:1:held', [available, -100], [inTransit, 100]);
    await expect(
      transactions.run(async (tx) => {
        await ledger.post(tx, [capture]);
        await ledger.post(tx, [hold]);
      }),
    ).rejects.toThrow('posts once');
    await expect(
      transactions.run(async (tx) => {
        await ledger.lock(tx, merchantId, [available]);
        await ledger.lock(tx, merchantId, [inTransit]);
      }),
    ).rejects.toThrow('locked once');
    await expect(
      transactions.run(async (tx) => {
        await ledger.lock(tx, merchantId, [inTransit]);
        await ledger.post(tx, [hold]);
      }),
    ).rejects.toThrow('available was not locked');
    await expect(transactions.run((tx) => ledger.post(tx, [capture, capture]))).rejects.toThrow(
      'stands twice',
    );
    await expect(transactions.run((tx) => ledger.post(tx, [hold]))).rejects.toThrow(BoundPassedError);
  });

  it('of one merchant shows nothing of another’s, with the same references', async () => {
    const [one, other] = [await open(), await open()];
    await one.play.post([one.transaction('charge:1:captured', [clearing, -100], [one.available, 100])]);
    await other.play.post([other.transaction('charge:1:captured', [clearing, -7], [other.available, 7])]);
    const { reader } = one.play;
    expect(await reader.listOfBook(other.merchantId)).toEqual([
      { account: clearing, balanceCents: -7 },
      { account: other.available, balanceCents: 7 },
    ]);
    expect(await reader.listOfWallet(other.merchantId, one.available.walletId ?? '')).toEqual([]);
    expect((await reader.findTransaction(one.merchantId, 'charge:1:captured'))?.lines).toEqual(
      expect.arrayContaining([{ account: clearing, amountCents: -100 }]),
    );
  });
});

describe('reading (money contract §12)', () => {
  it('a transaction, with its day in America/Sao_Paulo', async () => {
    const { merchantId, available, play, transaction } = await open();
    const posted = transaction('charge:1:captured', [clearing, -100], [available, 100]);
    await play.post([posted]);
    const found = await play.reader.findTransaction(merchantId, 'charge:1:captured');
    expect(found).toMatchObject({
      kind: 'capture',
      resource: posted.resource,
      occurredAt: posted.occurredAt,
      effectiveDate: '2026-11-23',
      reversesId: null,
    });
    expect(found?.lines).toEqual(expect.arrayContaining([...posted.lines]));
  });

  it('pages of entries, newest first, with an exact total on every page', async () => {
    const { merchantId, available, play, transaction } = await open();
    const { reader } = play;
    expect(await reader.listEntries(merchantId, available, { limit: 3, offset: 0 })).toEqual({
      entries: [],
      total: 0,
    });
    for (let at = 1; at <= 8; at += 1) {
      await play.post([transaction(`charge:${at}:captured`, [clearing, -at], [available, at])]);
      await play.drain(merchantId);
    }
    const pages = [];
    for (const offset of [0, 3, 6, 9]) {
      const { entries, total } = await reader.listEntries(merchantId, available, { limit: 3, offset });
      expect(total).toBe(8);
      pages.push(
        entries.map(({ seq, reference, amountCents, balanceCents }) => ({
          seq,
          reference,
          amountCents,
          balanceCents,
        })),
      );
    }
    const wanted = [8, 7, 6, 5, 4, 3, 2, 1].map((seq) => ({
      seq,
      reference: `charge:${seq}:captured`,
      amountCents: seq,
      balanceCents: (seq * (seq + 1)) / 2,
    }));
    expect(pages).toEqual([wanted.slice(0, 3), wanted.slice(3, 6), wanted.slice(6), []]);
  });

  it('with a worker every line is an entry within a second', async () => {
    const { merchantId, available, play, transaction } = await open();
    const worker = await startWorker(service.config);
    try {
      for (let at = 1; at <= 50; at += 1)
        await play.post([transaction(`charge:${at}:captured`, [clearing, -100], [available, 100])]);
      await eventually(async () => {
        const page = await play.reader.listEntries(merchantId, available, { limit: 1, offset: 0 });
        expect(page).toMatchObject({ total: 50, entries: [{ seq: 50, balanceCents: 5_000 }] });
      }, 1_000);
    } finally {
      await worker.close();
    }
  });
});
