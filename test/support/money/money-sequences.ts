import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import type { TestService } from '../service';
import { MoneyPlay } from './money-play';
import { COMMON, DEEP, DEEP_FROM_STEPS, type Doing, type Step, step } from './money-steps';
import type { Move } from './move';
import { paidMoves } from './paid-moves';
import { takenMoves } from './taken-moves';

const MOVES: Readonly<Record<Doing, Move>> = { ...takenMoves, ...paidMoves };

/** `MONEY_SEQUENCES=100 MONEY_STEPS=150 MONEY_SEED=42` runs more, or the same again. */
const SEQUENCES = Number(process.env['MONEY_SEQUENCES'] ?? 2);
const STEPS = Number(process.env['MONEY_STEPS'] ?? 150);
/** Of this run; the spec prints it in its name. */
export const MONEY_SEED = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 31 - 1));

/** Plays sequences at the service and in the model side by side, and compares every wallet after every step. */
export async function playMoney(service: TestService): Promise<void> {
  const arbitrary = fc.array(step, { minLength: STEPS, maxLength: STEPS });
  const met = new Set<string>();
  const sequences = fc.sample(arbitrary, { numRuns: SEQUENCES, seed: MONEY_SEED });
  await Promise.all(sequences.map((steps, at) => playOne(service, at, steps, met)));
  const wanted = SEQUENCES * STEPS < DEEP_FROM_STEPS ? COMMON : DEEP;
  const notMet = wanted.filter((event) => !met.has(event));
  expect({ seed: MONEY_SEED, notMet }).toEqual({ seed: MONEY_SEED, notMet: [] });
}

async function playOne(
  service: TestService,
  at: number,
  steps: readonly Step[],
  met: Set<string>,
): Promise<void> {
  const play = await MoneyPlay.open(service);
  const story: string[] = [];
  for (const one of steps)
    try {
      const outcome = await MOVES[one.do](play, one);
      if (outcome === null) continue;
      story.push(`${one.do} ${outcome}`);
      met.add(`${one.do} ${outcome}`);
      await play.compare();
    } catch (error) {
      const told = [`seed ${MONEY_SEED}, sequence ${at}:`, ...story.slice(-8), JSON.stringify(one)];
      throw new Error([...told, (error as Error).message].join('\n'), { cause: error });
    }
  await play.compareRecords();
}
