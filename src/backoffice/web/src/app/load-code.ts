/** A part of the product's code could not be fetched: there is no network, or most likely a new version took it away. */
export class LostCodeError extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'LostCodeError';
  }
}

/**
 * In the words of the browser the router recognises it and reloads by itself once, which without a network would leave nothing but
 * the browser's own page.
 */
function messageOf(cause: unknown): string {
  if (!navigator.onLine) return 'there is no network';
  return cause instanceof Error ? cause.message : String(cause);
}

/** What a dynamic import answers. Rejects with LostCodeError alone. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    throw new LostCodeError(error);
  }
}
