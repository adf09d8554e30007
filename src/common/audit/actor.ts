/** Who did it. */
export type AuditActor =
  | { readonly kind: 'operator'; readonly id: string; readonly email: string }
  | { readonly kind: 'merchant'; readonly publicKey: string }
  | { readonly kind: 'cli' }
  | { readonly kind: 'system' };

/** Whoever has a shell on the machine. */
export const CLI_ACTOR: AuditActor = { kind: 'cli' };
export const SYSTEM_ACTOR: AuditActor = { kind: 'system' };

/** The merchant of a request, by the key pair that was used: a leaked one is found by what it did. */
export function merchantActor({ publicKey }: { readonly publicKey: string }): AuditActor {
  return { kind: 'merchant', publicKey };
}

/** The operator of a request, named as at this moment. */
export function operatorActor(operator: { readonly operatorId: string; readonly email: string }): AuditActor {
  return { kind: 'operator', id: operator.operatorId, email: operator.email };
}
