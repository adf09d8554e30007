import { useService } from '../support';
import { LEDGER_SEED, playAlone, playTogether } from '../support/ledger-sequences';
import { breaksRule } from '../support/books';

breaksRule(
  'what a wallet waits for is the net of its open receivables',
  'the ledger alone, without the records that cause it',
);
breaksRule(
  'what a wallet has on its way is what is held for refunds and withdrawals that have no outcome yet',
  'the ledger alone, without the records that cause it',
);

const service = useService();

breaksRule(
  'what a wallet has blocked is what is blocked of it for somebody',
  'the ledger alone, without the records that cause it',
);

describe(`the books are what a small model says (money contract §11; seed ${LEDGER_SEED})`, () => {
  it('step by step: every outcome is foreseen, every balance is exact after every step', async () => {
    await playAlone(service);
  });

  it('with eight clients at a time: nothing is lost, doubled or taken that was not there', async () => {
    await playTogether(service);
  });
});
