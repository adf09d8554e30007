import { randomUUID } from 'node:crypto';
import { TxRunner } from '../../src/database';
import { bookAccount, LedgerService, type NewTransaction, walletAccount } from '../../src/ledger';
import { ledgerInvariants } from '../../src/ledger/ledger.invariants';
import { useService } from '../support';
import { breaksRule } from '../support/books';
import { LedgerPlay } from '../support/ledger-play';
import { expectFewPages } from '../support/rule-work';

for (const rule of [
  'what is due from a provider is what was captured, less what was refunded, disputed and reported',
  'what a wallet waits for is the net of its open receivables',
])
  breaksRule(rule, 'the ledger alone, without the records that cause it');

const service = useService();
const MERCHANTS = 150;
const OF_ONE = 2_000;

function captures(merchantId: string, count: number): NewTransaction[] {
  const available = walletAccount(merchantId, 'available');
  return Array.from({ length: count }, () => ({
    merchantId,
    reference: `charge:${randomUUID()}:captured`,
    kind: 'capture',
    resource: { type: 'charge', id: randomUUID() },
    occurredAt: new Date(),
    lines: [
      { account: bookAccount('clearing:sandbox'), amountCents: -100 },
      { account: available, amountCents: 100 },
    ],
  }));
}

it('a rule reads a few pages for a line, also of one large merchant among many small ones', async () => {
  const [transactions, ledger] = [service.api.get(TxRunner), service.api.get(LedgerService)];
  const post = (wanted: readonly NewTransaction[]) => transactions.run((tx) => ledger.post(tx, wanted));
  const large = (await service.merchant()).id;
  for (let posted = 0; posted < OF_ONE; posted += 500) await post(captures(large, 500));
  for (let made = 0; made < MERCHANTS; made += 1) await post(captures((await service.merchant()).id, 1));
  await new LedgerPlay(service).drain(large);
  await expectFewPages(service.dataSource, ledgerInvariants, 2 * (OF_ONE + MERCHANTS));
});
