import { type Figure, median, RATIO, type Reach } from './row';

/** Two things that are measured in turn, so that what changes on the machine meanwhile changes for both. */
export interface Sides {
  readonly product: (round: number) => Promise<number>;
  readonly limit: (round: number) => Promise<number>;
}

/** What one is to the other, round by round; the side that goes first changes. */
export async function compare(
  named: { id: string; what: string; unit: string; reach: Reach | null },
  rounds: number,
  { product, limit }: Sides,
): Promise<Figure> {
  const pairs: { product: number; limit: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await product(round);
      pairs.push({ product: first, limit: await limit(round) });
    } else {
      const first = await limit(round);
      pairs.push({ product: await product(round), limit: first });
    }
  }
  const of = (side: 'product' | 'limit'): string => median(pairs.map((pair) => pair[side])).toPrecision(3);
  return {
    id: named.id,
    what: named.what,
    unit: RATIO,
    values: pairs.map((pair) => pair.product / pair.limit),
    reach: named.reach,
    note: `${Number(of('product'))} against ${Number(of('limit'))} ${named.unit}`,
  };
}
