import { randomUUID } from 'node:crypto';
import { AGREED } from './agreed';
import { good, type MoneyPlay } from './money-play';
import type { Withdrawal } from './money-state';
import { codeOf, type Move, placeOf, same, wanted } from './move';

/** Money that is there: moved, held, sent, paid early, put right. */
export const paidMoves = {
  transfer: async (play, step) => {
    const [merchant, ...sellers] = play.wallets as [string, ...string[]];
    const to = sellers[step.wallet % sellers.length]!;
    const cents = wanted(step, play.model.now.purses[merchant]!.available);
    const outcome = play.model.transfer(merchant, to, cents);
    const answer = await play.ask(`/v1/wallets/${merchant}/transfers`, { to_wallet_id: to, amount: cents });
    return same(outcome, codeOf(answer));
  },

  hold: async (play, step) => {
    const wallet = play.wallets[step.wallet]!;
    const cents = wanted(step, play.model.now.purses[wallet]!.available);
    const outcome = play.model.hold(wallet, cents);
    const body = { amount: cents, reason: 'Ordem judicial.' };
    const answer = await play.operators.ana.client.post(`/v1/review/wallets/${wallet}/holds`, body);
    if (outcome === 'done') play.model.now.holds.at(-1)!.id = good(answer).id as string;
    return same(outcome, codeOf(answer));
  },

  release: async (play, step) => {
    const { holds } = play.model.now;
    const place = holds.findIndex(({ isOver }) => !isOver);
    const hold = holds[place];
    if (hold === undefined || step.pick % 3 === 0) return null;
    const path = `/v1/review/wallets/${hold.wallet}/holds/${hold.id}`;
    const { status } = await play.operators.bia.client.delete(path);
    play.model.release(place);
    return same('204', String(status));
  },

  freeze: async (play, step) => {
    const wallet = play.wallets[step.wallet]!;
    const purse = play.model.now.purses[wallet]!;
    const what = purse.frozen ? 'unfreeze' : 'freeze';
    good(
      await play.operators.ana.client.post(`/v1/review/wallets/${wallet}/${what}`, { reason: 'Por ora.' }),
    );
    purse.frozen = !purse.frozen;
    return what;
  },

  withdraw: async (play, step) => {
    const wallet = play.wallets[step.wallet]!;
    const all = step.size === 'all';
    const cents = all ? null : wanted(step, mostSent(play, wallet));
    const outcome = play.model.withdraw(wallet, cents, step.fate);
    const answer = await play.ask('/v1/withdrawals', {
      ...{ wallet_id: wallet, destination_id: play.destination(wallet, step.fate) },
      ...(cents === null ? {} : { amount: cents }),
    });
    if (answer.status >= 300) return same(outcome, codeOf(answer));
    const { id, status } = answer.body.data as { id: string; status: string };
    same(outcome, status === 'pending' ? 'sent' : status);
    await followed(play, id);
    return outcome;
  },

  review: async (play, step) => {
    const waiting = play.model.now.withdrawals.filter(({ status, wallet }) => {
      return status === 'under_review' && !play.model.now.purses[wallet]!.frozen;
    });
    const one = waiting[step.pick % Math.max(1, waiting.length)];
    if (one === undefined) return null;
    const what = (['approve', 'approve', 'refuse', 'cancel'] as const)[step.flags % 4]!;
    if (what === 'cancel') good(await play.ask(`/v1/withdrawals/${one.id}/cancel`));
    else {
      const body = what === 'refuse' ? { reason: 'Suspeita de fraude.' } : {};
      good(await play.operators.ana.client.post(`/v1/review/withdrawals/${one.id}/${what}`, body));
    }
    if (what === 'approve') await arrived(play, one);
    else play.model.giveUp(one, what === 'refuse' ? 'failed' : 'cancelled');
    return what;
  },

  give_back: async (play, step) => {
    const paid = play.model.now.withdrawals.filter(({ status }) => status === 'paid');
    const one = paid[step.pick % Math.max(1, paid.length)];
    if (one === undefined) return null;
    const cents = wanted(step, one.amount - one.returned);
    const outcome = play.model.comeBack(one, cents);
    return same(
      outcome,
      codeOf(await play.ask(`/v1/sandbox/withdrawals/${one.id}/return`, { amount: cents })),
    );
  },

  automatic: async (play, step) => {
    const wallet = play.wallets[step.wallet]!;
    const retain_amount = step.bit ? 0 : step.cents % 5_000;
    const schedule = { frequency: 'daily', minimum_amount: AGREED.leastWithdrawn, retain_amount };
    const destination_id = play.destination(wallet, step.fate);
    const path = `/v1/wallets/${wallet}`;
    good(await play.client.patch(path, { automatic_withdrawal: { ...schedule, destination_id } }));
    const { last_run } = good(await play.ask(`/v1/sandbox/wallets/${wallet}/automatic-withdrawal`))
      .automatic_withdrawal as { last_run: { outcome: string; withdrawal_id: string; code: string } };
    good(await play.client.patch(path, { automatic_withdrawal: null }));
    const cents = mostSent(play, wallet) - retain_amount;
    const outcome = play.model.withdraw(wallet, cents < AGREED.leastWithdrawn ? Infinity : cents, step.fate);
    if (last_run.outcome === 'withdrawn') {
      const { status } = await play.read(`/v1/withdrawals/${last_run.withdrawal_id}`);
      same(outcome, status === 'under_review' ? 'under_review' : 'sent');
      await followed(play, last_run.withdrawal_id);
      return outcome;
    }
    return same(outcome, last_run.outcome === 'nothing_to_send' ? 'INSUFFICIENT_BALANCE' : last_run.code);
  },

  anticipate: async (play, step) => {
    const wallet = play.wallets[step.wallet]!;
    const payout = step.size === 'some' ? step.cents : null;
    const timeframe = step.bit ? 'start' : 'end';
    const planned = play.model.anticipate(wallet, payout, timeframe, play.paymentDay);
    const body = { wallet_id: wallet, timeframe, payment_date: play.paymentDay };
    const answer = await play.ask('/v1/anticipations', { ...body, ...(payout === null ? {} : { payout }) });
    if (answer.status >= 300) return same(planned.outcome, codeOf(answer));
    const { id, amount, fee, status } = good(answer);
    expect({ outcome: status, amount, fee }).toEqual(planned);
    play.model.nameAnticipation(id as string);
    return planned.outcome;
  },

  review_anticipation: async (play, step) => {
    const what = (['approve', 'refuse', 'cancel'] as const)[step.flags % 3]!;
    const open = play.model.now.anticipations.filter(({ status }) => {
      return status === 'pending' || (what === 'cancel' && status === 'approved');
    });
    const one = open[step.pick % Math.max(1, open.length)];
    if (one === undefined) return null;
    const path = `anticipations/${one.id}/${what}`;
    if (what === 'cancel') good(await play.ask(`/v1/${path}`));
    else {
      const body = what === 'refuse' ? { code: 'other' } : {};
      good(await play.operators.bia.client.post(`/v1/review/${path}`, body));
    }
    if (what === 'approve') one.status = 'approved';
    else play.model.endAnticipation(one, what === 'refuse' ? 'refused' : 'cancelled');
    return what;
  },

  pay_anticipation: async (play, step) => {
    const { anticipations } = play.model.now;
    const one = anticipations[placeOf(anticipations, step)];
    if (one === undefined) return null;
    const outcome = play.model.payAnticipation(one);
    return same(outcome, codeOf(await play.ask(`/v1/sandbox/anticipations/${one.id}/pay`)));
  },

  adjust: async (play, step) => {
    const wallet = play.wallets[step.wallet]!;
    const purse = play.model.now.purses[wallet]!;
    const [debit, credit] = [
      ['suspense', 'available'],
      ['available', 'suspense'],
      ['fees:processing', 'available'],
      ['debt', 'fees:dispute'],
      ['losses', 'debt'],
    ][step.flags % 5] as [string, string];
    const cents = wanted(
      step,
      debit === 'available' ? purse.available : credit === 'debt' ? purse.debt : 500,
    );
    const outcome = play.model.adjust(wallet, debit, credit, cents);
    const body = { debit, credit, amount: cents, reason: randomUUID() };
    return byTwo(play, `/v1/review/wallets/${wallet}/adjustments`, body, outcome);
  },

  write_off: async (play, step) => {
    const wallet = play.wallets[step.wallet]!;
    const cents = wanted(step, play.model.now.purses[wallet]!.debt);
    const outcome = play.model.adjust(wallet, 'losses', 'debt', cents);
    const body = { amount: cents, reason: randomUUID() };
    return byTwo(play, `/v1/review/wallets/${wallet}/write-off`, body, outcome);
  },
} satisfies Record<string, Move>;

/** The last withdrawal of the model has this id; what is sent is waited for. */
async function followed(play: MoneyPlay, id: string): Promise<void> {
  const one = play.model.now.withdrawals.at(-1)!;
  one.id = id;
  if (one.status === 'sent') await arrived(play, one);
}

async function arrived(play: MoneyPlay, one: Withdrawal): Promise<void> {
  const last = {
    paid: 'paid',
    failed: 'failed',
    returned: 'returned',
    'partly-returned': 'partially_returned',
  };
  await play.until(`/v1/withdrawals/${one.id}`, last[one.fate]);
  play.model.arrive(one);
}

/** Two operators ask for the same; the first one alone gets nowhere. */
async function byTwo(play: MoneyPlay, path: string, body: object, outcome: string): Promise<string> {
  const { ana, bia } = play.operators;
  const first = await ana.client.post(path, body);
  if (first.status !== 202) return same(outcome, codeOf(first));
  same('SECOND_OPERATOR_REQUIRED', codeOf(await ana.client.post(path, body)));
  return same(outcome, codeOf(await bia.client.post(path, body)));
}

/** What is available less what it costs to send it. */
function mostSent(play: MoneyPlay, wallet: string): number {
  return play.model.now.purses[wallet]!.available - AGREED.withdrawalFee;
}
