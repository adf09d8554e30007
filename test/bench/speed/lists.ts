import type { BenchMerchant } from '../support/installation';
import type { Server } from '../support/server';
import { type Archive, largeOf, SMALL, withArchive } from './archive';
import { daysAgo } from './days';
import { LoadGenerator } from './load';
import { compare } from './rounds';
import type { Figure } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

const LIMIT = 20;

interface Asked {
  readonly id: string;
  readonly what: string;
  readonly path: (total: number) => string;
  readonly atMost: number;
}

const QUESTIONS: readonly Asked[] = [
  { id: '5.first-page', what: 'first page', path: () => 'page=1', atMost: 1.1 },
  { id: '6.last-page', what: 'last page', path: (total) => `page=${Math.ceil(total / LIMIT)}`, atMost: 1.5 },
  { id: '6.middle', what: 'a page in the middle', path: (total) => `page=${total / 2 / LIMIT}`, atMost: 1.5 },
  {
    id: '6.filtered',
    what: 'first page of a rare status and a method',
    path: () => 'page=1&status=pending&payment_method=boleto',
    atMost: 1.5,
  },
  {
    id: '6.days',
    what: 'first page of three months, days of São Paulo',
    path: () => `page=1&time_zone=America/Sao_Paulo&date_from=${daysAgo(120)}&date_to=${daysAgo(30)}`,
    atMost: 1.5,
  },
];

async function run(site: Site, form: Form): Promise<Figure[]> {
  return withArchive(site, [SMALL, largeOf(form)], async (archive, api) => {
    const load = new LoadGenerator();
    try {
      const figures = await measure(archive, api, load, form);
      await assertExact(archive, api);
      return figures;
    } finally {
      await load.stop();
    }
  });
}

async function measure(
  { merchants: [small, large] }: Archive,
  api: Server,
  load: LoadGenerator,
  form: Form,
): Promise<Figure[]> {
  const timeOf = async (merchant: BenchMerchant, path: string): Promise<number> => {
    const wanted = { method: 'GET', path: `/v1/charges?limit=${LIMIT}&${path}`, keys: merchant } as const;
    return (await load.run(api, wanted, { connections: 1, seconds: form.seconds })).p50Ms;
  };
  const many = largeOf(form);
  const figures: Figure[] = [];
  for (const { id, what, path, atMost } of QUESTIONS) {
    const named = {
      id,
      what: `GET /v1/charges, ${what} and its exact total: ${many} charges of a merchant against ${SMALL}`,
      unit: 'ms at the median',
      reach: { atMost },
    };
    const [asked, askedSmall] = [path(many), path(SMALL)];
    figures.push(
      await compare(named, form.rounds, {
        product: () => timeOf(large!, asked),
        limit: () => timeOf(small!, askedSmall),
      }),
    );
  }
  return figures;
}

async function assertExact({ installation, merchants }: Archive, api: Server): Promise<void> {
  for (const merchant of merchants) {
    const counted = await installation.count('charges WHERE merchant_id = $1', [merchant.id]);
    const { body } = await api.client(merchant).get('/v1/charges?limit=1');
    if (body.pagination.total !== counted)
      throw new Error(`the list says ${String(body.pagination.total)} of ${counted}`);
  }
}

export const lists: Subject = {
  id: '5',
  also: ['6'],
  what: 'lists of charges with their exact totals, five million against a thousand (rows 5 and 6; 6 alone: the other lists)',
  isQuick: true,
  run,
};
