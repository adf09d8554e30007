import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import type { NewReversal, NewTransaction } from '../../src/ledger';
import { isReversal } from '../../src/ledger/posting.rules';
import { LedgerModel, nameOf, negated, type Refusal } from './ledger-model';
import { LedgerPlay } from './ledger-play';
import { Book, type MoveStep, step, type Step } from './ledger-steps';
import type { TestService } from './service';

/** `LEDGER_SEQUENCES=1000 LEDGER_STEPS=200 LEDGER_SEED=42` runs more, or the same again. */
const SEQUENCES = Number(process.env['LEDGER_SEQUENCES'] ?? 12);
const STEPS = Number(process.env['LEDGER_STEPS'] ?? 60);
/** Of this run; the specs print it in their names. */
export const LEDGER_SEED = Number(process.env['LEDGER_SEED'] ?? randomInt(2 ** 31 - 1));
/** The last guard against a hang, for a run of any length: ten times what a step takes on a busy machine. */
export const LEDGER_TIMEOUT_MS = 600_000 + SEQUENCES * STEPS * 100;
/** How many steps are taken side by side, and after how many of them everybody stops for a comparison. */
const CLIENTS = 8;
const ROUND = 40;

type Wanted = readonly (NewTransaction | NewReversal)[];

interface PlannedPosting {
  readonly wanted: Wanted;
  readonly refusal: Refusal | null;
  readonly ends: 'commit' | 'rollback';
}

/** A sequence against one new merchant's book: its steps one after the other, each with an outcome that the model foresees. */
class Game {
  readonly model = new LedgerModel();
  readonly book: Book;
  /** What was posted and stands, by reference; reversals apart. */
  protected readonly standing: NewTransaction[] = [];

  constructor(
    protected readonly play: LedgerPlay,
    merchantId: string,
  ) {
    this.book = new Book(merchantId);
  }

  async take(taken: Step, met: Set<string>): Promise<void> {
    if (taken.do === 'post_lines') return this.play.postLines();
    if (taken.do === 'twice') return this.twice(taken, met);
    if ('earlier' in taken) {
      const planned = this.again(taken.do, taken.earlier);
      if (planned === null) return;
      const { posted, refusal } = await this.play.post(planned.wanted);
      met.add(`${taken.do} ${refusal ?? 'done'}`);
      expect({ step: taken, refusal }).toEqual({ step: taken, refusal: planned.refusal });
      if (taken.do === 'repeat') expect(posted.map(({ isNew }) => isNew)).toEqual([false]);
      if (refusal === null) this.stand(planned.wanted);
      return;
    }
    await this.move(taken, met);
  }

  private async move(taken: MoveStep, met: Set<string>): Promise<void> {
    const wanted = this.book.transactions(this.model, taken, taken.do);
    if (wanted === null) return;
    const foreseen = this.model.refusal(wanted);
    const first = taken.locks ? debits(wanted) : undefined;
    const held = first?.map(({ account }) => this.model.balance(account)) ?? [];
    const outcome = await this.play.post(wanted, { ends: taken.ends, first });
    met.add(`${taken.do} ${outcome.refusal ?? (taken.ends === 'commit' ? 'done' : 'undone')}`);
    expect({ step: taken, refusal: outcome.refusal, held: outcome.held }).toEqual({
      step: taken,
      refusal: foreseen,
      held,
    });
    if (foreseen === null && taken.ends === 'commit') this.stand(wanted);
  }

  /** The same at once, over two connections. */
  private async twice(taken: Step & { do: 'twice' }, met: Set<string>): Promise<void> {
    const wanted = this.book.transactions(this.model, taken, taken.move);
    if (wanted === null) return;
    const foreseen = this.model.refusal(wanted);
    const outcomes = await Promise.all([this.play.post(wanted), this.play.post(wanted)]);
    expect({ step: taken, refusals: outcomes.map(({ refusal }) => refusal) }).toEqual({
      step: taken,
      refusals: [foreseen, foreseen],
    });
    met.add(`twice ${foreseen ?? 'done'}`);
    if (foreseen !== null) return;
    const made = outcomes.flatMap(({ posted }) => posted.filter(({ isNew }) => isNew));
    expect(made).toHaveLength(wanted.length);
    this.stand(wanted);
  }

  /** What was posted earlier, once more: the same, another under its reference, or its reversal. */
  protected again(what: 'repeat' | 'alter' | 'reverse', earlier: number): PlannedPosting | null {
    const one = this.standing[earlier % Math.max(1, this.standing.length)];
    if (one === undefined) return null;
    if (what === 'repeat') return { wanted: [one], refusal: null, ends: 'commit' };
    if (what === 'alter') {
      const wanted = [this.book.altered(one)];
      return { wanted, refusal: this.model.refusal(wanted), ends: 'commit' };
    }
    // Now and then of what never was.
    const reverses = earlier % 17 === 0 ? 'test:never' : one.reference;
    const reference = this.book.newReference();
    const reversal: NewReversal = { ...this.book.cause(reference, 'reversal'), reverses };
    const refusal = this.model.reversalRefusal(reference, reverses);
    return { wanted: [reversal], refusal, ends: 'commit' };
  }

  protected stand(wanted: Wanted): void {
    for (const one of wanted) {
      if (isReversal(one)) {
        const lines = this.model.known.get(one.reverses)?.lines ?? [];
        this.model.apply(one.reference, negated(lines), one.reverses);
        continue;
      }
      if (!this.model.known.has(one.reference)) this.standing.push(one);
      this.model.apply(one.reference, one.lines);
    }
  }

  async compare(): Promise<void> {
    await this.play.compareBalances(this.book.merchantId, this.model);
  }
}

/** What a client has under way: whether it was committed nobody knows before it is told. */
interface UnderWay {
  readonly takes: ReadonlyMap<string, number>;
  /** The least that was there since it began, of what it takes from. */
  readonly lowest: Map<string, number>;
}

/**
 * The same with several clients side by side. Additions commute, so where nobody is under way the balances are the model's to
 * the cent; in between, whoever is refused must have been able to meet too little.
 */
class CrowdedGame extends Game {
  private readonly underWay = new Set<UnderWay>();
  private readonly taken = new Map<string, string>();

  override async take(taken: Step, met: Set<string>): Promise<void> {
    if (taken.do === 'post_lines') return this.play.postLines(this.underWay.size);
    const planned = this.tell(taken);
    if (planned === null) return;
    const times = taken.do === 'twice' ? 2 : 1;
    const own = this.begin(planned.wanted);
    const first =
      'locks' in taken && taken.locks && taken.do !== 'twice' ? debits(planned.wanted) : undefined;
    const outcomes = await Promise.all(
      Array.from({ length: times }, () => this.play.post(planned.wanted, { ends: planned.ends, first })),
    );
    this.underWay.delete(own);
    for (const { refusal, posted } of outcomes) {
      met.add(`${taken.do} ${refusal ?? (planned.ends === 'commit' ? 'done' : 'undone')}`);
      this.judge(taken, planned, own, refusal);
      if (refusal === null && planned.ends === 'commit') this.stand(planned.wanted);
      if (taken.do === 'repeat') expect(posted.map(({ isNew }) => isNew)).toEqual([false]);
    }
    this.note();
  }

  private tell(taken: Exclude<Step, { do: 'post_lines' }>): PlannedPosting | null {
    if ('earlier' in taken) return this.again(taken.do, taken.earlier);
    const wanted = this.book.transactions(this.model, taken, taken.do === 'twice' ? taken.move : taken.do);
    const ends = taken.do === 'twice' ? 'commit' : taken.ends;
    return wanted === null ? null : { wanted, refusal: this.model.refusal(wanted), ends };
  }

  private begin(wanted: Wanted): UnderWay {
    const takes = new Map<string, number>();
    for (const one of wanted) {
      const lines = isReversal(one) ? negated(this.model.known.get(one.reverses)?.lines ?? []) : one.lines;
      for (const { account, amountCents } of lines)
        if (account.walletId !== null)
          takes.set(nameOf(account), (takes.get(nameOf(account)) ?? 0) + amountCents);
    }
    const own = { takes, lowest: new Map<string, number>() };
    this.underWay.add(own);
    this.note();
    return own;
  }

  /** What may be there at least, if all that others have under way was committed where it takes, and not where it brings. */
  private note(): void {
    for (const one of this.underWay) {
      for (const [name, cents] of one.takes) {
        const others = [...this.underWay].filter((other) => other !== one);
        const sign = name.endsWith(' debt') ? -1 : 1;
        const taken = others.reduce((sum, { takes }) => sum + Math.min(0, sign * (takes.get(name) ?? 0)), 0);
        const held = sign * (this.model.balances.get(name) ?? 0) + taken + sign * cents;
        one.lowest.set(name, Math.min(one.lowest.get(name) ?? Infinity, held));
      }
    }
  }

  private judge(taken: Step, planned: PlannedPosting, own: UnderWay, refusal: Refusal | null): void {
    if (refusal === 'bound') {
      const could = [...own.lowest.values()].some((cents) => cents < 0);
      expect({ step: taken, refusal, could }).toEqual({ step: taken, refusal, could: true });
    } else if (taken.do === 'reverse') {
      const [one] = planned.wanted as readonly NewReversal[];
      if (one !== undefined && refusal === null && planned.ends === 'commit') {
        // At most one, whoever else tried.
        expect(this.taken.get(one.reverses)).toBeUndefined();
        this.taken.set(one.reverses, one.reference);
      } else expect([planned.refusal ?? 'reversed', 'reversed']).toContain(refusal);
    } else
      expect({ step: taken, refusal }).toEqual({
        step: taken,
        refusal: taken.do === 'alter' ? 'reference' : null,
      });
  }
}

/** What every run must have been through, to count: each comes some twenty times in the short form … */
const COMMON = [
  'capture done',
  'capture undone',
  'settle done',
  'twice done',
  'repeat done',
  'alter reference',
  'reverse done',
];
/** … and what a long one must. */
const DEEP_FROM_STEPS = 10_000;
const DEEP = [
  ...COMMON,
  'settle bound',
  'hold bound',
  'pay done',
  'owe done',
  'recover done',
  'transfer bound',
  'take_at_once done',
  'take_at_once bound',
  'withdraw_all done',
  'reverse reversed',
  'reverse nothing',
  'reverse bound',
];

/** One client, whose every outcome is foreseen. */
export async function playAlone(service: TestService): Promise<void> {
  await playAll(service, SEQUENCES, STEPS, async (play, merchantId, steps, met) => {
    const game = new Game(play, merchantId);
    for (const taken of steps) {
      await game.take(taken, met);
      await game.compare();
    }
    await play.compareEntries(merchantId, game.model);
  });
}

/** Eight clients at a time on one book. */
export async function playTogether(service: TestService): Promise<void> {
  await playAll(service, Math.ceil(SEQUENCES / 4), STEPS * 4, async (play, merchantId, steps, met) => {
    const game = new CrowdedGame(play, merchantId);
    for (let begun = 0; begun < steps.length; begun += ROUND) {
      const left = steps.slice(begun, begun + ROUND).values();
      const client = async () => {
        for (const taken of left) await game.take(taken, met);
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      await game.compare();
    }
    await play.compareEntries(merchantId, game.model);
  });
}

async function playAll(
  service: TestService,
  sequences: number,
  length: number,
  game: (play: LedgerPlay, merchantId: string, steps: readonly Step[], met: Set<string>) => Promise<void>,
): Promise<void> {
  const play = new LedgerPlay(service);
  const arbitrary = fc.array(step, { minLength: length, maxLength: length });
  const met = new Set<string>();
  for (const [at, steps] of fc.sample(arbitrary, { numRuns: sequences, seed: LEDGER_SEED }).entries()) {
    const { id } = await service.merchant();
    try {
      await game(play, id, steps, met);
    } catch (error) {
      throw new Error(`seed ${LEDGER_SEED}, sequence ${at}: ${(error as Error).message}`, { cause: error });
    }
  }
  const wanted = sequences * length < DEEP_FROM_STEPS ? COMMON : DEEP;
  const notMet = wanted.filter((event) => !met.has(event));
  expect({ seed: LEDGER_SEED, notMet }).toEqual({ seed: LEDGER_SEED, notMet: [] });
}

function debits(wanted: Wanted): NewTransaction['lines'] {
  const lines = wanted.flatMap((one) => (isReversal(one) ? [] : one.lines));
  const taken = lines.filter(
    ({ account, amountCents }) =>
      account.walletId !== null && (account.name === 'debt' ? amountCents > 0 : amountCents < 0),
  );
  return [...new Map(taken.map((line) => [nameOf(line.account), line])).values()];
}
