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

/** Of so many clients at once the machine still answers each in time. */
const SIDE_BY_SIDE = 8;
/** A sequence that is played because something has not come yet: new wallets, where what is rare in rich ones is common. */
const MORE_STEPS = 150;
/** The rarest events come once in some 400 of their steps. */
const MOST_MORE = 16;
/** Ten times what a step takes on a machine that does something else as well. */
const STEP_TIMEOUT_MS = 1_000;
/** The last guard against a hang, for a run of any length. */
export const MONEY_TIMEOUT_MS = 600_000 + (SEQUENCES * STEPS + MOST_MORE * MORE_STEPS) * STEP_TIMEOUT_MS;

/**
 * Plays sequences at the service and in the model side by side, and compares every wallet after every step. Goes on with
 * short ones until each event has been met that a run of this length must have been through: chance decides when, not whether.
 */
export async function playMoney(service: TestService): Promise<void> {
  const met = new Set<string>();
  const sequences = drawn(SEQUENCES, STEPS, MONEY_SEED);
  for (let from = 0; from < SEQUENCES; from += SIDE_BY_SIDE) {
    const together = sequences.slice(from, from + SIDE_BY_SIDE);
    await Promise.all(together.map((steps, place) => playOne(service, from + place, steps, met)));
  }
  const wanted = SEQUENCES * STEPS < DEEP_FROM_STEPS ? COMMON : DEEP;
  const notMet = (): string[] => wanted.filter((event) => !met.has(event));
  for (let more = 1; more <= MOST_MORE && notMet().length > 0; more += 1) {
    const [steps = []] = drawn(1, MORE_STEPS, MONEY_SEED + more);
    await playOne(service, SEQUENCES + more - 1, steps, met);
  }
  expect({ seed: MONEY_SEED, notMet: notMet() }).toEqual({ seed: MONEY_SEED, notMet: [] });
}

function drawn(sequences: number, steps: number, seed: number): Step[][] {
  return fc.sample(fc.array(step, { minLength: steps, maxLength: steps }), { numRuns: sequences, seed });
}

async function playOne(
  service: TestService,
  at: number,
  steps: readonly Step[],
  met: Set<string>,
): Promise<void> {
  const play = await MoneyPlay.open(service);
  const story: string[] = [];
  const last = { ...steps[0]!, do: 'end_refund' as const };
  for (const chosen of [...steps, last]) {
    const one = play.refund?.isOverdue === true ? { ...chosen, do: last.do } : chosen;
    try {
      const outcome = await MOVES[one.do](play, one);
      if (outcome === null) continue;
      story.push(`${one.do} ${outcome}`);
      met.add(`${one.do} ${outcome}`);
      await play.compare();
    } catch (error) {
      await play.refund?.end(play).catch(() => undefined);
      const lines = [`seed ${MONEY_SEED}, sequence ${at}:`, ...story.slice(-8), JSON.stringify(one)];
      throw new Error([...lines, (error as Error).message].join('\n'), { cause: error });
    }
  }
  await play.compareRecords();
}
