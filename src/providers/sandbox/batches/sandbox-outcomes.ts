import type { ProviderOutcome } from '../../provider.port';

export const NOT_POSSIBLE: ProviderOutcome = {
  kind: 'refused',
  code: 'not_possible',
  message: 'The payment is not in a state that allows this.',
  retryable: false,
};

export function done(reference: string, at: Date): ProviderOutcome {
  return { kind: 'done', reference, authorizationCode: null, at };
}
