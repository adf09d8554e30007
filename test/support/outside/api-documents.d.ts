/** An answer as the client got it. */
export interface ApiAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

export function faultOfAnswer(answer: ApiAnswer): string | null;
export function faultOfNotification(event: string, body: unknown): string | null;
export function faultOfRequest(operationId: string, body: unknown): string | null;
export function operationOf(
  method: string,
  path: string,
): { readonly id: string; readonly parameters: Readonly<Record<string, string>> } | null;
