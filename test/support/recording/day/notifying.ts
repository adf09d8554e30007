import type { JsonBody } from '../../client';
import { DAY, type Stage } from '../stage';

const ENDPOINTS = '/v1/postbacks/endpoints';
const LOGS = '/v1/postbacks/delivery-logs';

/** Before anything happens: where the marketplace takes notifications. */
export async function subscribing({ shop, hooks }: Stage): Promise<void> {
  await shop.post(ENDPOINTS, { url: hooks.url, events: ['*'] });
  await shop.get('/v1/postbacks/event-types?limit=1');
}

/** What was sent is looked at, sent again and verified; secrets change, endpoints pause and go. */
export async function notifying(stage: Stage): Promise<void> {
  const { shop, hooks } = stage;
  const [{ id }] = await shop.get(`${ENDPOINTS}?limit=2`);
  const path = `${ENDPOINTS}/${id}`;
  const ping = () => shop.post(`${path}/ping`, undefined, { 'idempotency-key': 'ping-1' });
  await ping();
  await stage.settled();
  await ping();
  const overlap = { overlap_seconds: 86_400, sign_with: 'previous' };
  const { secret } = await shop.post(`${path}/secret/regenerate`, overlap);
  await shop.patch(path, { events: ['charge.*', 'withdrawal.*'], status: 'active' });
  await shop.get(path);
  const [log] = await shop.get(`${LOGS}?limit=2&event=charge.captured`);
  const resend = () => shop.post(`${LOGS}/${log.id}/resend`, undefined, { 'idempotency-key': 'resend-1' });
  await resend();
  await stage.settled();
  await resend();
  await shop.get(`${LOGS}/${log.id}`);
  const period = { date_from: DAY, date_to: DAY, status: 'delivered' };
  await shop.showing('dry_run').post(`${path}/replay`, { ...period, dry_run: true });
  await shop.showing('replay').post(`${path}/replay`, { ...period, dry_run: false });
  await stage.settled();
  const { text, headers } = hooks.of('charge.captured').at(-1) as JsonBody;
  const signature = headers['x-service-signature-next'] ?? headers['x-service-signature'];
  await shop.post('/v1/postbacks/verify', { secret, signature, body: text });
  const unused = await shop
    .showing('charges')
    .post(ENDPOINTS, { url: `${hooks.url}/erp`, events: ['charge.*'] });
  await shop.delete(`${ENDPOINTS}/${unused.id}`);
}
