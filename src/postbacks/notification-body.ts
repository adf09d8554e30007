/** What a notification tells besides its resource. */
export interface NotificationHead {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly occurredAt: Date;
  readonly sequence: number;
}

/**
 * The bytes of a notification (contract §7, Body). The payload was frozen as JSON text when the event happened;
 * its members are taken over as they stand, without parsing: a number or a name cannot change on the way.
 */
export function notificationBody(head: NotificationHead, payload: string): string {
  const text = JSON.stringify({
    id: head.id,
    event_id: head.eventId,
    event: head.event,
    occurred_at: head.occurredAt.toISOString(),
    sequence: head.sequence,
  });
  const members = payload.slice(1, -1);
  return members === '' ? text : `${text.slice(0, -1)},${members}}`;
}
