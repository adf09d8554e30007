const EVERY_MS = 25;

/** Repeats the expectation until it holds; after the time it fails with the last failure. Tests poll, they never sleep. */
export async function eventually<T>(expectation: () => T | Promise<T>, timeoutMs = 15_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
