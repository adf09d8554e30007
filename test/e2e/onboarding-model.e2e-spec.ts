import { startService, type TestService } from '../support';
import { playSequences, SEED } from '../support/onboarding-sequences';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it(`random sequences of calls leave what a small model of contract §5 says: the even ones (seed ${SEED})`, async () => {
  await playSequences(service, 0);
}, 600_000);
