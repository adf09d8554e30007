import { type ApiAnswer, faultOfAnswer, faultOfNotification } from './outside/api-documents';
import { isPlanted } from './planted-events';

/** What came since the last test and is not as the API's documents say. */
const faults: string[] = [];

/** A page of another program behind our guards, with what it reads: only its refusals are the API's. */
const BOARD = /^\/v1\/review\/queue-board(?:\/|$)/;

/** Compares an answer with the documents; what differs fails the test that is running. */
export function noteAnswer(answer: ApiAnswer): void {
  if (BOARD.test(answer.path) && answer.status < 400) return;
  const fault = faultOfAnswer(answer);
  if (fault !== null) faults.push(`${answer.method} ${answer.path} ${answer.status}: ${fault}`);
}

/** As noteAnswer, for a notification that a receiver got. */
export function noteNotification(event: string, body: unknown): void {
  if (isPlanted((body as { event_id: string }).event_id)) return;
  const fault = faultOfNotification(event, body);
  if (fault !== null) faults.push(`notification ${event}: ${fault}`);
}

/** Every answer and every notification so far was as `docs/openapi` says (decision 0030). */
export function expectAsDocumented(): void {
  expect(faults.splice(0)).toEqual([]);
}
