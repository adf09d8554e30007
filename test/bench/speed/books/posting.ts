import { ChargeMoney } from '../../../../src/charges';
import { TxRunner } from '../../../../src/database';
import { ledgerInvariants } from '../../../../src/ledger';
import { receivableInvariants } from '../../../../src/receivables/receivable.invariants';
import { splitBody } from '../charges';
import { findPgbench, needPgbench, NO_PGBENCH, pgbench } from '../pgbench';
import { makeEmptyTables, PLAIN_SCHEMA } from '../plain-tables';
import { compare } from '../rounds';
import type { Figure } from '../row';
import { statementOfRows } from '../statement';
import type { Form, Subject } from '../subject';
import {
  agreeOnFee,
  cloneCaptured,
  POSTED_ELSEWHERE,
  POSTED_TABLES,
  readCapture,
  removeUnposted,
} from './capture-rows';
import { type Ground, onGround, perSecond } from './ground';

const IN_FLIGHT = 32;
const WARM_UP_SECONDS = 0.3;
/** More than are ever posted in a second. */
const A_SECOND = 6_000;

async function measure(ground: Ground, form: Form): Promise<Figure[]> {
  const program = needPgbench();
  const { installation } = ground;
  const chargeId = await captureOne(ground);
  const seconds = form.rounds * form.seconds + WARM_UP_SECONDS;
  const clones = await cloneCaptured(ground, chargeId, Math.ceil(seconds * A_SECOND));
  const post = await posting(ground, chargeId, clones);
  let { count: posted } = await perSecond(IN_FLIGHT, WARM_UP_SECONDS, post);
  await makeEmptyTables(installation, POSTED_TABLES);
  const statement = await statementOfRows(installation, clones[0] ?? '', POSTED_ELSEWHERE, {
    idTables: ['receivables', 'ledger_transactions'],
  });
  let written = 0;
  const named = {
    id: `books-1.posting-${IN_FLIGHT}`,
    what: `a capture posted by the product's code, ${IN_FLIGHT} in flight, 5 lines and 3 receivables, against pgbench writing the same rows`,
    unit: 'captures a second',
    reach: { atLeast: 0.8 },
  };
  const figure = await compare(named, form.rounds, {
    product: async () => {
      const { count, rate } = await perSecond(IN_FLIGHT, form.seconds, post);
      posted += count;
      return rate;
    },
    limit: async () => {
      const { databaseUrl } = installation;
      const pressure = { clients: IN_FLIGHT, seconds: form.seconds };
      const rate = await pgbench(program, databaseUrl, statement, pressure);
      written += rate.count;
      return rate.perSecond;
    },
  });
  await assertPosted(ground, 'public', posted + 1);
  await assertPosted(ground, PLAIN_SCHEMA, written);
  await removeUnposted(ground);
  await ground.postAll();
  await ground.assertRules([...ledgerInvariants, ...receivableInvariants]);
  return [figure];
}

/** A pix that a merchant and two sellers share, paid and captured by the product. */
async function captureOne({ installation }: Ground): Promise<string> {
  await installation.start(1, 0);
  const [api, merchant] = [installation.apis[0]!, await installation.merchant()];
  await agreeOnFee(installation, api.url, merchant.id);
  const client = api.client(merchant);
  const made = await client.post('/v1/charges', await splitBody(client, merchant.id));
  const id = String(made.body.data.id);
  const paid = await client.post(`/v1/sandbox/charges/${id}/pay`);
  if (paid.status !== 200) throw new Error(`not captured: ${paid.text}`);
  await api.end();
  return id;
}

/** Posts the capture of the next one of these charges, in a transaction of its own. */
async function posting(
  ground: Ground,
  chargeId: string,
  clones: readonly string[],
): Promise<() => Promise<void>> {
  const [money, transactions] = [ground.get(ChargeMoney), ground.get(TxRunner)];
  const { charge, parts } = await readCapture(ground.installation, chargeId);
  const quote = await money.quote({ charge, parts, capturedAt: charge.capturedAt });
  let next = 0;
  return () => {
    const id = clones[next];
    if (id === undefined) throw new Error('there are too few charges for so many captures');
    next += 1;
    return transactions.run((tx) => money.captured(tx, [{ charge: { ...charge, id }, parts, quote }]));
  };
}

/** As many transactions as captures, five lines and three receivables each. */
async function assertPosted({ installation }: Ground, schema: string, captures: number): Promise<void> {
  const expected = { ledger_transactions: captures, ledger_tail: 5 * captures, receivables: 3 * captures };
  for (const [table, rows] of Object.entries(expected)) {
    const count = await installation.count(`${schema}.${table}`);
    if (count !== rows) throw new Error(`${count} rows of ${rows} in ${schema}.${table}`);
  }
}

export const postingACapture: Subject = {
  id: 'books-1',
  what: 'posting a capture into the books, against the same rows in one statement',
  isQuick: true,
  skip: () => (findPgbench() === null ? NO_PGBENCH : null),
  run: (site, form) => onGround(site, (ground) => measure(ground, form)),
};
