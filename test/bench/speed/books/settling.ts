import { ledgerInvariants } from '../../../../src/ledger';
import { SettleReceivablesUseCase } from '../../../../src/receivables';
import { receivableInvariants } from '../../../../src/receivables/receivable.invariants';
import { daysAgo } from '../days';
import { compare } from '../rounds';
import type { Figure } from '../row';
import { newId } from '../statement';
import type { Form, Subject } from '../subject';
import { type Ground, onGround } from './ground';
import { type Due, fillReceivables, settledAtOnce } from './settling-seed';

/** Of each side; a round settles its part of the wallets. */
const WHOLE: Due = { wallets: 10_000, each: 100 };
const QUICK: Due = { wallets: 50, each: 20 };

async function measure(ground: Ground, form: Form): Promise<Figure[]> {
  const { installation } = ground;
  const { wallets, each } = form.isQuick ? QUICK : WHOLE;
  const due = { wallets: wallets / form.rounds, each };
  const day = daysAgo(2);
  const fill = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let merchant = 0; merchant < count; merchant += 1) ids.push(await fillReceivables(ground, due, day));
    return ids;
  };
  const [ours, theirs] = [await fill(form.rounds), await fill(form.rounds)];
  const warmedUp = await fillReceivables(ground, QUICK, day);
  await ground.postAll();
  await installation.query('VACUUM (ANALYZE)');
  const settling = ground.get(SettleReceivablesUseCase);
  // Loads what is loaded once, and writes an event that the limit copies.
  await settling.execute({ merchantId: warmedUp, until: day });
  const statement = settledAtOnce(await newId(installation));
  const perSecond = async (settle: () => Promise<unknown>): Promise<number> => {
    const beganMs = performance.now();
    await settle();
    const seconds = (performance.now() - beganMs) / 1_000;
    await ground.postAll();
    return (due.wallets * due.each) / seconds;
  };
  const named = {
    id: 'books-7.settling',
    what: `settling ${wallets * each} receivables of ${wallets} wallets against one set-wise statement for each ${due.wallets} of them`,
    unit: 'receivables a second',
    reach: { atLeast: 0.5 },
  };
  const figure = await compare(named, form.rounds, {
    product: (round) => perSecond(() => settling.execute({ merchantId: ours[round] ?? '', until: day })),
    limit: (round) => perSecond(() => installation.query(statement, [theirs[round], day])),
  });
  for (const merchantId of [...ours, ...theirs]) await assertSettled(ground, merchantId, due);
  await ground.assertRules([...ledgerInvariants, ...receivableInvariants]);
  return [figure];
}

/** Each wallet has one settlement of all that waited. */
async function assertSettled({ installation }: Ground, merchantId: string, due: Due): Promise<void> {
  const counts = {
    [`settlements WHERE merchant_id = $1 AND count = ${due.each}`]: due.wallets,
    [`receivables WHERE merchant_id = $1 AND status = 'settled'`]: due.wallets * due.each,
    [`ledger_transactions WHERE merchant_id = $1 AND kind = 'settlement'`]: due.wallets,
    [`outbox_events WHERE merchant_id = $1 AND type = 'settlement.completed'`]: due.wallets,
  };
  for (const [from, expected] of Object.entries(counts)) {
    const count = await installation.count(from, [merchantId]);
    if (count !== expected) throw new Error(`${count} of ${expected}: ${from}`);
  }
}

export const settling: Subject = {
  id: 'books-7',
  what: 'settling a million receivables against the bare set-wise SQL',
  isQuick: true,
  run: (site, form) => onGround(site, (ground) => measure(ground, form)),
};
