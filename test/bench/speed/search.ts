import type { Client } from '../../support/client';
import type { BenchMerchant, Installation } from '../support/installation';
import type { Server } from '../support/server';
import { largeOf, orderOf, SMALL, SURNAMES, withArchive } from './archive';
import { type Figure, median, type Reach } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

/** Rare terms of a round: each is asked once. */
const RARE_TERMS = 10;
const AGAIN = 3;
/** What all charges have, what half the alphabet is in, two letters of every name: whatever is dear about a search. */
const DEAR_TERMS = ['ana@example.com', 'an', 'pedido-', 'a@', '00'];

/** What one search took, and how many it found; null when it was refused as too broad (decision 0003). */
interface Answered {
  readonly ms: number;
  readonly total: number | null;
}

async function ask(client: Client, term: string): Promise<Answered> {
  const beganMs = performance.now();
  const { status, body, text } = await client.get(`/v1/charges?search=${encodeURIComponent(term)}`);
  const ms = performance.now() - beganMs;
  const isTooBroad = status === 422 && body.details[0].code === 'too_broad';
  if (status !== 200 && !isTooBroad) throw new Error(`a search for ${term} is answered ${status}: ${text}`);
  return { ms, total: isTooBroad ? null : (body.pagination.total as number) };
}

/** What each round measured, by the name of the figure. */
type Measured = Record<'rare' | 'first' | 'again' | 'dearest' | 'dearest-beside', number>;

const FIGURES: readonly { readonly name: keyof Measured; readonly what: string; readonly reach: Reach }[] = [
  { name: 'rare', what: 'a rare term', reach: { atMost: 15 } },
  {
    name: 'first',
    what: 'a common term (6 %), first page and exact total, the first time',
    reach: { atMost: 300 },
  },
  { name: 'again', what: 'the same, asked again', reach: { atMost: 30 } },
  { name: 'dearest', what: 'the dearest search that a key can ask', reach: { atMost: 300 } },
  { name: 'dearest-beside', what: `the same of a merchant of ${SMALL} beside it`, reach: { atMost: 300 } },
];

async function run(site: Site, form: Form): Promise<Figure[]> {
  const many = largeOf(form);
  return withArchive(site, [SMALL, many], async ({ installation, merchants: [small, large] }, api) => {
    const rounds: Measured[] = [];
    const refused = new Set<string>();
    for (let round = 0; round < form.rounds; round += 1)
      rounds.push(await measure({ api, small: small!, large: large! }, round, many, refused));
    await assertExact(installation, api, large!, many);
    return FIGURES.map(({ name, what, reach }) => ({
      id: `7.${name}`,
      what: `search at ${many} charges of a merchant: ${what}`,
      unit: 'ms',
      values: rounds.map((measured) => measured[name]),
      reach,
      ...(name === 'dearest' && refused.size > 0
        ? { note: `answered 422, too_broad: ${[...refused].join(', ')}` }
        : {}),
    }));
  });
}

interface Sides {
  readonly api: Server;
  readonly small: BenchMerchant;
  readonly large: BenchMerchant;
}

async function measure(
  { api, small, large }: Sides,
  round: number,
  many: number,
  refused: Set<string>,
): Promise<Measured> {
  const client = api.client(large);
  const rare: number[] = [];
  for (let at = 1; at <= RARE_TERMS; at += 1) {
    const number = Math.floor((many * (round * RARE_TERMS + at)) / 1_000);
    rare.push((await ask(client, orderOf(number))).ms);
  }
  const common = SURNAMES[round % SURNAMES.length]!;
  const first = await ask(client, common);
  const again: number[] = [];
  for (let at = 0; at < AGAIN; at += 1) again.push((await ask(client, common)).ms);
  const dear: number[] = [];
  const beside: number[] = [];
  for (const term of DEAR_TERMS) {
    const { ms, total } = await ask(client, term);
    dear.push(ms);
    if (total === null) refused.add(term);
    beside.push((await ask(api.client(small), term)).ms);
  }
  return {
    rare: median(rare),
    first: first.ms,
    again: median(again),
    dearest: Math.max(...dear),
    'dearest-beside': Math.max(...beside),
  };
}

/** A rare term finds its one, a common one as many as are there. */
async function assertExact(
  installation: Installation,
  api: Server,
  large: BenchMerchant,
  many: number,
): Promise<void> {
  for (const term of [orderOf(Math.floor(many / 2)), SURNAMES.at(-1)!.toLowerCase()]) {
    const { total } = await ask(api.client(large), term);
    const there = await installation.count(
      'charges WHERE merchant_id = $1 AND position($2 IN search_text) > 0',
      [large.id, term],
    );
    if (there === 0 || (total !== null && total !== there))
      throw new Error(`a search for ${term} says ${String(total)} of ${there}`);
  }
}

export const search: Subject = {
  id: '7',
  what: 'searches among five million charges: a rare term, a common one, the dearest',
  isQuick: true,
  run,
};
