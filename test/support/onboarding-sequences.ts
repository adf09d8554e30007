import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Client } from './client';
import type { Step } from './onboarding-model';
import { OnboardingPlay } from './onboarding-play';
import type { TestService } from './service';

/** `ONBOARDING_SEQUENCES=10000 ONBOARDING_SEED=42` runs more, or the same again; a run that must not skip takes 1,000. */
const SEQUENCES = Number(
  process.env['ONBOARDING_SEQUENCES'] ?? (process.env['REQUIRE_ALL'] === '1' ? 1_000 : 200),
);
/** Of this run; the specs print it in their names. */
export const SEED = Number(process.env['ONBOARDING_SEED'] ?? randomInt(2 ** 31 - 1));
/** Enough to keep one process busy while its database works; more only wait for each other. */
const AT_ONCE = 4;
/** One operator alone would meet its limit of 1,200 requests a minute. */
const SEQUENCES_PER_OPERATOR = 25;
const LONGEST = 20;
/** After how many sequences the lists are compared too. */
const LISTS_EVERY = 10;
/** From here on even the rarest of DEEP is met: about eleven times in so many sequences. */
const DEEP_FROM = 500;

const index = fc.nat({ max: 20 });
const bare = fc.constantFrom('submit', 'resubmit', 'approve', 'send_back', 'suspend', 'reactivate');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('change_name', 'change_phone'), value: fc.nat({ max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('become'), entityType: fc.constantFrom('pj', 'pf') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('upsert_partner', 'delete_partner'),
      partner: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('add_address', 'prefer_address', 'delete_address'),
      address: index,
      primary: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send'),
      document: index,
      partner: fc.nat({ max: 2 }),
      expired: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'complete' as const }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('advance'), choice: index }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('resend'), choice: index }) },
  { weight: 4, arbitrary: fc.record({ do: bare }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reject'), correctable: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('approve_document', 'reject_document'),
      document: index,
      partner: index,
    }),
  },
);
/** The entity type that it begins with, and the steps. */
const sequence = fc.tuple(
  fc.constantFrom('pj' as const, 'pf' as const),
  fc.array(step, { minLength: 3, maxLength: LONGEST, size: 'max' }),
);

/** What a run must have been through, to count. */
const DEEP = [
  'pending submit done',
  'pending submit REQUIREMENTS_NOT_MET',
  'pending_review approve done',
  'pending_review approve DOCUMENTS_NOT_APPROVED',
  'pending_review reject done',
  'pending_review send_back done',
  'pending_review resend added',
  'pending_review change_name SUBMERCHANT_LOCKED',
  'rejected resubmit done',
  'rejected resubmit RESUBMISSION_NOT_ALLOWED',
  'rejected send_back done',
  'active suspend done',
  'active change_phone done',
  'active change_name SUBMERCHANT_LOCKED',
  'suspended reactivate done',
  'pending become ENTITY_TYPE_FIXED',
  'pending upsert_partner NOT_APPLICABLE_TO_PF',
];

/** How many spec files share the sequences: each is a process of its own, and one process uses one core. */
const PARTS = 2;

/**
 * Plays the sequences of one part against the service and the model side by side. The same seed gives the same
 * sequences, whichever part plays them.
 */
export async function playSequences(service: TestService, part: number): Promise<void> {
  const sequences = [...fc.sample(sequence, { numRuns: SEQUENCES, seed: SEED }).entries()].filter(
    ([at]) => at % PARTS === part,
  );
  const { client: merchant } = await service.merchant();
  const operators = await Promise.all(
    Array.from({ length: Math.ceil(sequences.length / SEQUENCES_PER_OPERATOR) }, () => service.operator()),
  );
  const met = new Set<string>();
  const left = sequences.values();
  const worker = async () => {
    for (const [at, [entityType, steps]] of left) {
      const { client: operator } = operators[Math.floor(at / PARTS) % operators.length]!;
      await play({ merchant, operator, met, dataSource: service.dataSource }, at, entityType, steps);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (sequences.length < DEEP_FROM) return;
  const notMet = DEEP.filter((event) => !met.has(event));
  expect({ seed: SEED, notMet }).toEqual({ seed: SEED, notMet: [] });
}

async function play(
  actors: { merchant: Client; operator: Client; met: Set<string>; dataSource: DataSource },
  at: number,
  entityType: 'pj' | 'pf',
  steps: readonly Step[],
): Promise<void> {
  let taken = 0;
  try {
    const game = await OnboardingPlay.start(actors, entityType);
    for (const step of steps) {
      taken += 1;
      await game.take(step);
    }
    await game.compare(actors.dataSource);
    if (Math.floor(at / PARTS) % LISTS_EVERY === 0) await game.compareLists();
  } catch (error) {
    const story = steps.slice(0, taken).map((step) => JSON.stringify(step));
    const lines = [`seed ${SEED}, sequence ${at}, ${entityType}:`, ...story, (error as Error).message];
    throw new Error(lines.join('\n'));
  }
}
