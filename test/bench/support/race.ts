import type { Answer } from '../../support/client';

/** All at once; none of them may be answered 5xx. */
export async function atOnce(runners: number, send: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: runners }, (_, index) => send(index)));
  const broken = answers.find(({ status }) => status >= 500);
  if (broken !== undefined) throw new Error(`answered ${broken.status}: ${broken.text}`);
  return answers;
}

/** So many with the one status, all others with one of the rest. */
export function exactly(
  answers: readonly Answer[],
  wanted: number,
  status: number,
  rest: readonly number[],
): string[] {
  const won = answers.filter((answer) => answer.status === status).length;
  const others = answers.filter((answer) => answer.status !== status && !rest.includes(answer.status));
  return [
    ...(won === wanted ? [] : [`${won} were answered ${status}, not ${wanted}`]),
    ...others.map((answer) => `one was answered ${answer.status}: ${answer.text}`),
  ];
}

export function same(what: string, found: unknown, expected: unknown): string[] {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  return left === right ? [] : [`${what}: ${left}, not ${right}`];
}

export function idOf({ body }: Answer): string {
  return String(body?.data?.id);
}
