import type { CountedList } from '../../database';

/** By status and kind of event, of all merchants, of each and of each endpoint. */
export const COUNTED_DELIVERIES: CountedList = {
  table: 'postback_deliveries',
  one: 'delivery',
  many: 'deliveries',
  part: 'endpoint_id',
  kind: 'event',
};
