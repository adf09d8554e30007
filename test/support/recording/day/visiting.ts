import type { JsonBody } from '../../client';
import { tokenOf } from '../../portal';
import type { Stage } from '../stage';

const PORTAL = '/v1/portal-sessions';
const CURRENT = `${PORTAL}/current`;

/** A seller's people come to the portal by a link, and go. */
export async function visiting(stage: Stage, sellerId: string): Promise<void> {
  const { shop } = stage;
  await shop.get('/v1/merchant');
  await shop.get('/v1/merchant/keys');
  await stage.until(shop, '/v1/requests?limit=2', (requests: JsonBody) => requests.length > 0);
  await shop.showing('merchant').post(PORTAL, {});
  const { url } = await shop
    .showing('submerchant')
    .post(PORTAL, { submerchant_id: sellerId, expires_in_seconds: 600 });
  const visitor = await stage.logIn(CURRENT, { token: tokenOf(url as string) });
  await visitor.get(CURRENT);
  await visitor.delete(CURRENT);
  await shop.get('/v1/banks?search=itau&limit=2');
  await shop.get('/v1/banks/341');
  await shop.get('/v1/banks/ispb/60701190');
}

/** In test mode a marketplace is its own reviewer. */
export async function reviewingAlone({ shop }: Stage, waiting: readonly [string, string]): Promise<void> {
  const [approved, rejected] = waiting;
  await shop.post(`/v1/sandbox/submerchants/${approved}/approve`);
  const reasons = [{ code: 'unreadable', message: 'A foto está fora de foco.', target: 'front_id' }];
  await shop.post(`/v1/sandbox/submerchants/${rejected}/reject`, { reasons, correctable: true });
}
