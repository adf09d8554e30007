import { Anticipating } from './anticipations';
import type { TestMerchant, TestService } from './service';

type Look = (path: string) => Promise<void>;

/** Everything that can happen to receivables that are to be paid early. */
export async function playAnticipations(
  app: TestService,
  merchant: TestMerchant,
  seller: string,
  look: Look,
): Promise<void> {
  const bench = Anticipating.of(app, merchant, seller);
  const asked = async (body: object): Promise<string> => {
    const { id } = await bench.waiting(body);
    await look(`/v1/anticipations/${String(id)}`);
    return id as string;
  };
  await bench.agree({ automatic_up_to: 15_000 });
  const chargeId = await bench.sold(90_000, 9);
  const ids = (await bench.receivablesOf(chargeId)).map(({ id }) => id as string);
  const of = (...places: number[]) => ({ receivable_ids: places.map((place) => ids[place]) });
  const paid = await asked(of(0));
  await bench.payNow(paid);
  await look(`/v1/anticipations/${paid}`);
  const refused = await asked(of(1, 2));
  await bench.decide(refused, 'refuse', { code: 'insufficient_history', message: 'Vendas recentes.' });
  await look(`/v1/anticipations/${refused}`);
  const cancelled = await asked(of(1));
  await bench.cancel(cancelled);
  await look(`/v1/anticipations/${cancelled}`);
  const emptied = await asked(of(8));
  await bench.refund(chargeId, 10_000);
  await look(`/v1/anticipations/${emptied}`);
  const reduced = await asked(of(6, 7));
  await bench.refund(chargeId, 4_321);
  await look(`/v1/anticipations/${reduced}`);
  const approved = await asked(of(3, 4));
  await bench.decide(approved, 'approve');
  await look(`/v1/anticipations/${approved}`);
  await asked(of(5));
}
