import { Charging } from './charges';
import { Onboarding } from './onboarding';
import { PostbackBench } from './postback-bench';
import {
  type MerchantOptions,
  type ServiceOptions,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from './service';

/** The service for all tests of a file or a describe block: started before the first of them, stopped after the last. */
export function useService(options: ServiceOptions = {}): TestService {
  let running: TestService | null = null;
  beforeAll(async () => {
    running = await startService(options);
  });
  afterAll(() => running?.stop());
  return onceMade(() => running);
}

/** The service likewise, with a merchant and what it charges by. */
export function useCharging(
  options: ServiceOptions = {},
  merchantOptions: MerchantOptions = {},
): { app: TestService; merchant: TestMerchant; charging: Charging } {
  const app = useService(options);
  let merchant: TestMerchant | null = null;
  let charging: Charging | null = null;
  beforeAll(async () => {
    merchant = await app.merchant(merchantOptions);
    charging = new Charging(merchant.client);
  });
  return { app, merchant: onceMade(() => merchant), charging: onceMade(() => charging) };
}

/** The service likewise, with a merchant, what it onboards sellers by, and an operator who reviews them. */
export function useReview(): {
  app: TestService;
  merchant: TestMerchant;
  onboarding: Onboarding;
  operator: TestOperator;
} {
  const app = useService();
  let merchant: TestMerchant | null = null;
  let onboarding: Onboarding | null = null;
  let operator: TestOperator | null = null;
  beforeAll(async () => {
    merchant = await app.merchant();
    onboarding = new Onboarding(merchant.client);
    operator = await app.operator();
  });
  return {
    app,
    merchant: onceMade(() => merchant),
    onboarding: onceMade(() => onboarding),
    operator: onceMade(() => operator),
  };
}

/** The service likewise, and for each test a merchant of its own with its webhook receivers. */
export function usePostbacks(options: ServiceOptions): {
  service: TestService;
  merchant: TestMerchant;
  bench: PostbackBench;
} {
  const service = useService(options);
  let merchant: TestMerchant | null = null;
  let bench: PostbackBench | null = null;
  beforeEach(async () => {
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
  });
  afterEach(() => bench?.close());
  return { service, merchant: onceMade(() => merchant), bench: onceMade(() => bench) };
}

/** Stands for what a hook makes, in all that is written before it ran. */
export function onceMade<T extends object>(made: () => T | null): T {
  return new Proxy({} as T, {
    get: (_nothing, name) => {
      const real = made();
      if (real === null)
        throw new Error('The service starts in beforeAll: it is used in hooks and tests alone.');
      return Reflect.get(real, name) as unknown;
    },
  });
}
