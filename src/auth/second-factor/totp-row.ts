/** What the box of an operator's secret is bound to. */
export function totpRow(operatorId: string): string {
  return `operators:${operatorId}:totp`;
}
