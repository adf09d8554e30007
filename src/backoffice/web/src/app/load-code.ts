/** A part of the product's code could not be fetched: most likely a new version took it away. */
export class LostCodeError extends Error {
  constructor(cause: unknown) {
    // In the words of the browser: the router reloads by itself once when it recognises them.
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'LostCodeError';
  }
}

/** What a dynamic import answers. Rejects with LostCodeError alone. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    throw new LostCodeError(error);
  }
}
