import { startService, type TestService } from '../support';
import { playSequences, SEED } from '../support/onboarding-sequences';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it(`random sequences of calls leave what a small model of contract §5 says: the odd ones (seed ${SEED})`, async () => {
  await playSequences(service, 1);
}, 600_000);
