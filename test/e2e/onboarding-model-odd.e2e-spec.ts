import { useService } from '../support';
import { playSequences, SEED } from '../support/onboarding-sequences';

const service = useService();

it(`random sequences of calls leave what a small model of contract §5 says: the odd ones (seed ${SEED})`, async () => {
  await playSequences(service, 1);
});
