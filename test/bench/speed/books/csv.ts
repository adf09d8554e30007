import { get } from 'node:http';
import { basic } from '../../../support/client';
import type { BenchMerchant } from '../../support/installation';
import type { Server } from '../../support/server';
import { daysAgo } from '../days';
import type { Figure } from '../row';
import type { Form } from '../subject';
import { SEED_DAYS } from './entries-seed';

const MEGABYTE = 1_000_000;
const LOOK_EVERY_MS = 20;
/** Of five million entries in a year: nearly a million lines. */
const DAYS = 70;
const WARM_UP_DAYS = 3;

interface Downloaded {
  readonly lines: number;
  /** The most memory that the process held meanwhile, in bytes. */
  readonly most: number;
}

/** How much more memory the API holds while it sends a long statement than after a short one; each line is there. */
export async function measureCsv(api: Server, merchant: BenchMerchant, form: Form): Promise<Figure> {
  await download(api, merchant, WARM_UP_DAYS);
  const values: number[] = [];
  let lines = 0;
  const days = form.isQuick ? SEED_DAYS : DAYS;
  const expected = await countOf(api, merchant, days);
  for (let round = 0; round < form.rounds; round += 1) {
    const before = api.residentBytes();
    const downloaded = await download(api, merchant, days);
    ({ lines } = downloaded);
    if (lines !== expected) throw new Error(`${lines} lines of ${expected} in the file`);
    values.push((downloaded.most - before) / MEGABYTE);
  }
  return {
    id: 'books-8.csv',
    what: `growth of the API's memory while it sends a statement of ${lines} lines`,
    unit: 'MB',
    values,
    reach: { atMost: 30 },
  };
}

function period(days: number): string {
  return `date_from=${daysAgo(days)}&date_to=${daysAgo(1)}`;
}

/** What the statement itself counts. */
async function countOf(api: Server, merchant: BenchMerchant, days: number): Promise<number> {
  const path = `/v1/wallets/${merchant.id}/statement?${period(days)}`;
  const { status, body, text } = await api.client(merchant).get(path);
  if (status !== 200) throw new Error(`${path}: ${text}`);
  const totals = body.data.totals as { readonly count: number }[];
  return totals.reduce((sum, { count }) => sum + count, 0);
}

async function download(api: Server, merchant: BenchMerchant, days: number): Promise<Downloaded> {
  const url = `${api.url}/v1/wallets/${merchant.id}/statement.csv?${period(days)}`;
  let most = 0;
  const look = (): void => {
    most = Math.max(most, api.residentBytes());
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  try {
    const lines = await countLines(url, { authorization: basic(merchant) });
    look();
    return { lines, most };
  } finally {
    clearInterval(looking);
  }
}

/** The header is no line of it. */
function countLines(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`));
      let ends = 0;
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) ends += 1;
      });
      response.once('end', () => resolve(ends - 1));
      response.once('error', reject);
    });
    request.once('error', reject);
  });
}
