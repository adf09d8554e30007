/** Who did it, and by which request where it was one: the log's line of it has the id. */
export type AuditActor = { readonly requestId?: string } & (
  | { readonly kind: 'operator'; readonly id: string; readonly email: string }
  | { readonly kind: 'merchant'; readonly publicKey: string }
  | { readonly kind: 'cli' }
  | { readonly kind: 'system' }
);

interface OfRequest {
  readonly requestId: string;
}

interface MerchantOfRequest extends OfRequest {
  readonly publicKey: string;
}

interface OperatorOfRequest extends OfRequest {
  readonly operatorId: string;
  readonly email: string;
}

/** Whoever has a shell on the machine. */
export const CLI_ACTOR: AuditActor = { kind: 'cli' };
export const SYSTEM_ACTOR: AuditActor = { kind: 'system' };

/** The merchant of a request, by the key pair that was used: a leaked one is found by what it did. */
export function merchantActor({ publicKey, requestId }: MerchantOfRequest): AuditActor {
  return { kind: 'merchant', publicKey, requestId };
}

/** The operator of a request, named as at this moment. */
export function operatorActor({ operatorId, email, requestId }: OperatorOfRequest): AuditActor {
  return { kind: 'operator', id: operatorId, email, requestId };
}
