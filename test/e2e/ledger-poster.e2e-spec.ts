import { randomUUID } from 'node:crypto';
import { Metrics } from '../../src/common/metrics';
import { TxRunner } from '../../src/database';
import { bookAccount, LedgerService, walletAccount } from '../../src/ledger';
import { LedgerRepository } from '../../src/ledger/ledger.repository';
import { PostLinesUseCase } from '../../src/ledger/post-lines.use-case';
import { useService } from '../support';
import { breaksRule } from '../support/books';

breaksRule(
  'what is due from a provider is what was captured, less what was refunded, disputed and reported',
  'the ledger alone, without the records that cause it',
);

const service = useService();
/** Of one transaction of the database. */
const PORTION = 500;

it('the poster gives the last line its place, however many wait in one account, but does not wait for what somebody holds', async () => {
  const { api, dataSource } = service;
  const [transactions, ledger] = [api.get(TxRunner), api.get(LedgerService)];
  const repository = api.get(LedgerRepository, { strict: false });
  const poster = new PostLinesUseCase(transactions, repository, new Metrics());
  const post = async (): Promise<void> => {
    for (let round = 0; (await poster.execute()).isMore; round += 1)
      if (round === 100) throw new Error('it never ends');
  };
  const { id: merchantId } = await service.merchant();
  const waiting = async (): Promise<number> => {
    const sql = 'SELECT count(*)::integer AS lines FROM ledger_tail WHERE merchant_id = $1';
    const [tail] = await dataSource.query<{ lines: number }[]>(sql, [merchantId]);
    return tail?.lines ?? 0;
  };
  for (let part = 0; part < 5; part += 1) {
    const captures = Array.from({ length: PORTION }, () => ({
      ...{ merchantId, reference: `charge:${randomUUID()}:captured`, kind: 'capture' as const },
      ...{ resource: { type: 'charge', id: randomUUID() }, occurredAt: new Date() },
      lines: [
        { account: bookAccount('clearing:sandbox'), amountCents: -1 },
        { account: walletAccount(merchantId, 'available'), amountCents: 1 },
      ],
    }));
    await transactions.run((tx) => ledger.post(tx, captures));
  }
  const somebody = dataSource.createQueryRunner();
  try {
    await somebody.startTransaction();
    await somebody.query(
      `SELECT 1 FROM ledger_accounts WHERE merchant_id = $1 AND name = 'available' FOR NO KEY UPDATE`,
      [merchantId],
    );
    await post();
    expect(await waiting()).toBe(5 * PORTION);
  } finally {
    await somebody.rollbackTransaction();
    await somebody.release();
  }
  await post();
  expect(await waiting()).toBe(0);
});
