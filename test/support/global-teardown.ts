/** Runs once after the last e2e spec. When Jest is killed instead, the server's keeper does the same. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.e2eTestServer?.close();
}
