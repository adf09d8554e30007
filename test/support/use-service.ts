import { type ServiceOptions, startService, type TestService } from './service';

/** The service for all tests of a file or a describe block: started before the first of them, stopped after the last. */
export function useService(options: ServiceOptions = {}): TestService {
  let running: TestService | null = null;
  beforeAll(async () => {
    running = await startService(options);
  });
  afterAll(() => running?.stop());
  return new Proxy({} as TestService, {
    get: (_nothing, name) => {
      if (running === null)
        throw new Error('The service starts in beforeAll: it is used in hooks and tests alone.');
      return Reflect.get(running, name) as unknown;
    },
  });
}
