import { ExpireDocumentsTask } from '../../../../src/documents';
import { eventually } from '../../eventually';
import { payAnyway, spoil } from '../../sandbox';
import { Actor } from '../actor';
import { Recorder } from '../recorder';
import { DAY, GONE_PATH, type Stage } from '../stage';
import { Registration } from './registering';
import type { Till } from './selling';

const CENTS = 9_900;

/** What nobody asked for: a document expires, a late payment cannot be returned, an endpoint says that it is gone. */
export async function lapsing(stage: Stage, till: Till): Promise<void> {
  await expiring(stage);
  await notReturned(stage, till);
  await gone(stage, till);
}

async function expiring(stage: Stage): Promise<void> {
  const { merchant, service } = stage;
  // What is asked for is shown elsewhere.
  const unseen = new Actor(new Recorder(), merchant.client);
  const seller = await Registration.begin(stage, 'mel', unseen);
  await seller.send(unseen, 'social_contract', 1, `${DAY}T12:28:30Z`);
  const task = service.worker!.get(ExpireDocumentsTask, { strict: false });
  await task.run();
  await stage.at('12:29');
  await task.run();
  await stage.settled();
}

async function notReturned({ service, merchant, hooks }: Stage, till: Till): Promise<void> {
  const id = await till.charge('pix', CENTS);
  await merchant.client.post(`/v1/charges/${id}/void`);
  await spoil(service, 'refund', 'refused');
  await payAnyway(service, id, CENTS);
  await eventually(() => {
    if (hooks.of('charge.return_failed').length === 0) throw new Error('nothing was told of the return');
  });
}

async function gone(stage: Stage, till: Till): Promise<void> {
  const { shop, hooks } = stage;
  const endpoint = { url: hooks.url + GONE_PATH, events: ['charge.*'] };
  const { id } = await shop.showing('charges').post('/v1/postbacks/endpoints', endpoint);
  await till.charge('pix', CENTS);
  await stage.until(shop, `/v1/postbacks/endpoints/${id}`, ({ status }) => status === 'paused');
  await stage.settled();
  await shop.delete(`/v1/postbacks/endpoints/${id}`);
}
