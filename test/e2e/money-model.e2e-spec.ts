import { useService } from '../support';
import { MONEY_SEED, MONEY_TIMEOUT_MS, playMoney } from '../support/money/money-sequences';

const service = useService({ worker: true });

it(
  `random sequences of whatever moves a merchant's money leave every wallet as a small model has it (seed ${MONEY_SEED})`,
  () => playMoney(service),
  MONEY_TIMEOUT_MS,
);
