import { DAY_MS, iso } from '../../common';
import type { DisputeKind } from '../../common/money';
import type { NewNotification } from './sandbox.repository';

/** How long the sandbox waits for an answer to a dispute. */
const ANSWERED_WITHIN_DAYS = 7;

const REASONS: Readonly<Record<DisputeKind, string>> = {
  chargeback: 'The cardholder does not recognise the payment.',
  pix_return: 'The payer reports a fraud.',
};

/** What the sandbox tells of a dispute that is opened at a moment. */
export function sandboxDispute(dispute: {
  readonly id: string;
  readonly kind: DisputeKind;
  readonly reference: string;
  readonly at: Date;
}): NewNotification {
  const { id, kind, reference, at } = dispute;
  const respondBy = new Date(at.getTime() + ANSWERED_WITHIN_DAYS * DAY_MS);
  return { id, kind, reference, body: { at: iso(at), respond_by: iso(respondBy), reason: REASONS[kind] } };
}
