import { useService } from '../support';
import { LEDGER_SEED, playAlone, playTogether } from '../support/ledger-sequences';

const service = useService();

describe(`the books are what a small model says (money contract §11; seed ${LEDGER_SEED})`, () => {
  it('step by step: every outcome is foreseen, every balance is exact after every step', async () => {
    await playAlone(service);
  });

  it('with eight clients at a time: nothing is lost, doubled or taken that was not there', async () => {
    await playTogether(service);
  });
});
