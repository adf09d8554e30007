/**
 * A table of the last event of each resource of a kind, with the resource as it froze there: merchant_id, resource_id, type,
 * frozen. For rules that compare what was told with what is: one pass over the outbox for all resources, since no index finds
 * the events of one. Events are deleted some time after they were handed on, the oldest first.
 * @param resource the beginning of the events' types and the field of the payload, such as `withdrawal`
 */
export function lastEvents(resource: string): string {
  return `
    (SELECT merchant_id, resource_id, type, payload::jsonb -> '${resource}' AS frozen
       FROM (SELECT DISTINCT ON (merchant_id, resource_id) merchant_id, resource_id, type, payload
               FROM outbox_events WHERE type LIKE '${resource}.%'
              ORDER BY merchant_id, resource_id, position DESC) last)`;
}
