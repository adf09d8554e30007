import { boletoBody, cardBody, pixBody } from '../charges';
import type { JsonBody } from '../client';
import { plusDays } from './arithmetic';
import { HeldRefund } from './held-refund';
import { good, type MoneyPlay } from './money-play';
import type { Charge } from './money-state';
import type { Step } from './money-steps';
import { codeOf, type Move, placeOf, same, wanted } from './move';

/** Money that comes, and goes back where it came from. */
export const takenMoves = {
  sell: async (play, step) => {
    const { method } = step;
    const rules = rulesOf(play, step);
    const isPart = method === 'credit_card' && step.size === 'one_more' && step.cents > 1;
    const captured = isPart ? Math.ceil(step.cents / 2) : step.cents;
    const installments = method === 'credit_card' ? step.installments : 1;
    const refundsFail = method === 'credit_card' && step.flags % 7 === 3;
    const token = refundsFail ? 'tok_refund_fails' : 'tok_approved';
    const fields = { amount: step.cents, split_rules: rules.map(({ wire }) => wire) };
    const body = {
      credit_card: () => cardBody(token, fields, { installments, capture: !isPart }),
      debit_card: () => cardBody('tok_approved', { ...fields, payment_method: 'debit_card' }),
      pix: () => pixBody(fields),
      boleto: () => boletoBody(fields),
    }[method]();
    const { id } = good(await play.ask('/v1/charges', body)) as { id: string };
    const path = `/v1/charges/${id}`;
    if (method === 'pix' || method === 'boleto') good(await play.ask(`/v1/sandbox/charges/${id}/pay`));
    else if (isPart) {
      await play.until(path, 'authorized');
      good(await play.ask(`${path}/capture`, { amount: captured }));
    }
    const shown = await play.until(path, 'captured');
    const sale = { method, captured, installments, refundsFail, rules: rules.map(({ rule }) => rule) };
    const charge = play.model.sell(sale, play.today);
    await name(play, charge, shown);
    return method;
  },

  refund: async (play, step) => {
    const place = placeOf(play.model.now.charges, step);
    const charge = play.model.now.charges[place];
    if (charge === undefined || isUnderway(play, place)) return null;
    const cents = wanted(step, charge.captured - charge.refunded);
    const ask = () => play.ask(`/v1/charges/${charge.id}/refund`, { amount: cents });
    const held = play.model.holdRefund(place, cents);
    if (typeof held !== 'string' && play.model.now.refund === null && step.flags % 2 === 0) {
      play.model.now.refund = held;
      play.refund = await HeldRefund.begin(play, charge.id, ask);
      return 'underway';
    }
    const outcome = typeof held === 'string' ? held : play.model.endRefund(held);
    const answer = await ask();
    return same(outcome, answer.status < 300 ? String(answer.body.data.status) : codeOf(answer));
  },

  end_refund: async (play) => {
    const { refund } = play.model.now;
    if (refund === null || play.refund === null) return null;
    const status = await play.refund.end(play);
    play.refund = null;
    play.model.now.refund = null;
    return same(play.model.endRefund(refund), status);
  },

  dispute: async (play, step) => {
    const { charges } = play.model.now;
    const place = placeOf(charges, step);
    const charge = charges[place];
    if (charge === undefined || isUnderway(play, place)) return null;
    if (charge.refunded === charge.captured && charge.dispute === null) return null;
    const kind = charge.method === 'pix' && step.flags % 4 > 0 ? 'pix_return' : 'chargeback';
    const outcome = play.model.dispute(place, kind);
    return same(outcome, codeOf(await play.ask(`/v1/sandbox/charges/${charge.id}/dispute`, { kind })));
  },

  decide: async (play, step) => {
    const { charges } = play.model.now;
    const open = charges.filter(({ dispute }) => dispute?.isOpen === true);
    const charge = open[step.pick % Math.max(1, open.length)];
    if (charge === undefined) return null;
    const how = step.bit ? 'win' : 'lose';
    const [dispute] = (await play.read(`/v1/disputes?charge_id=${charge.id}`)) as JsonBody[];
    const path =
      how === 'lose' && step.flags % 2 === 0
        ? `/v1/disputes/${dispute.id}/accept`
        : `/v1/sandbox/disputes/${dispute.id}/${how}`;
    good(await play.ask(path));
    await play.until(`/v1/disputes/${dispute.id}`, how === 'win' ? 'won' : 'lost');
    play.model.decide(charges.indexOf(charge), how, play.today);
    return how;
  },

  settle: async (play, { days }) => {
    const until_date = plusDays(play.today, days);
    good(await play.ask('/v1/sandbox/receivables/settle', { until_date }));
    play.model.settle(until_date);
    return 'done';
  },
} satisfies Record<string, Move>;

/** Of such a charge nothing else is asked until its refund has ended. */
function isUnderway({ model }: MoneyPlay, place: number): boolean {
  return model.now.refund?.charge === place;
}

/** Who gets how much of what is sold. */
function rulesOf(play: MoneyPlay, { shares, wallet, flags, cents }: Step) {
  const remainderAt = flags % shares.length;
  const set = (bits: number) => {
    const chosen = shares.map((_, place) => ((bits >> place) & 1) === 1);
    return chosen.includes(true) ? chosen : shares.map((_, place) => place === remainderAt);
  };
  const [liable, fees] = [set(flags >> 2), set(flags >> 5)];
  const floors = shares.map((share) => Math.floor((cents * share) / 100));
  const rest = cents - floors.reduce((sum, share) => sum + share, 0);
  return shares.map((percentage, place) => {
    const recipient = play.wallets[(wallet + place) % play.wallets.length]!;
    const flagsOf = { liable: liable[place]!, takesRemainder: place === remainderAt, bearsFee: fees[place]! };
    return {
      rule: { wallet: recipient, share: floors[place]! + (place === remainderAt ? rest : 0), ...flagsOf },
      wire: {
        ...{ recipient_id: recipient, percentage, liable: flagsOf.liable },
        ...{ charge_processing_fee: flagsOf.bearsFee, charge_remainder: flagsOf.takesRemainder },
      },
    };
  });
}

/** What was made of a capture is what the model expects; ids and days are taken over. */
async function name(play: MoneyPlay, charge: Charge, shown: JsonBody): Promise<void> {
  charge.id = shown.id as string;
  const found = (await play.read(`/v1/receivables?charge_id=${charge.id}&limit=100`)) as JsonBody[];
  const keyOf = (one: { wallet: string; installment: number }) => `${one.wallet} ${one.installment}`;
  const byKey = new Map(
    found.map((one) => [keyOf({ wallet: one.wallet_id, installment: one.installment }), one]),
  );
  const amounts = (all: readonly JsonBody[]) => all.map(({ amount, fee, status }) => [amount, fee, status]);
  const known = charge.receivables.map((one) => byKey.get(keyOf(one)) ?? {});
  expect([found.length, amounts(known)]).toEqual([charge.receivables.length, amounts(charge.receivables)]);
  for (const [place, one] of charge.receivables.entries()) {
    one.id = known[place].id as string;
    one.due = known[place].due_date as string;
  }
}
