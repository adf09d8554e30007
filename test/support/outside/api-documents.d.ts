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
