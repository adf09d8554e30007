import { useService } from '../support';
import { LEDGER_SEED, LEDGER_TIMEOUT_MS, playAlone, playTogether } from '../support/ledger-sequences';
import { breaksRule } from '../support/books';

for (const rule of [
  'what a wallet waits for is the net of its open receivables',
  'what is due from a provider is what was captured, less what was refunded, disputed and reported',
  'what a wallet has on its way is what is held for refunds and withdrawals that have no outcome yet',
  'what a wallet has blocked is what is blocked of it for somebody',
  'no transaction of a withdrawal is without its withdrawal',
  'no adjustment, write-off or reversal is posted that two operators did not ask for',
  'no transaction of a refund, a settlement, a reserve or a recovery is without its cause',
])
  breaksRule(rule, 'the ledger alone, without the records that cause it');

const service = useService();

describe(`the books are what a small model says (money contract §11; seed ${LEDGER_SEED})`, () => {
  it(
    'step by step: every outcome is foreseen, every balance is exact after every step',
    () => playAlone(service),
    LEDGER_TIMEOUT_MS,
  );

  it(
    'with eight clients at a time: nothing is lost, doubled or taken that was not there',
    () => playTogether(service),
    LEDGER_TIMEOUT_MS,
  );
});
