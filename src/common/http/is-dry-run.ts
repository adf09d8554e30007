import type { Request } from 'express';
import { isPlainObject } from '../validation';

/**
 * Whether a request asks for a dry run, as the guards see it before validation: in its query or, where it has one, in its
 * body. Anything but a plain true is none. contract §1: its Idempotency-Key is ignored; §2: the scope `read` opens it.
 */
export function isDryRun({ query, body }: Request): boolean {
  const sent: unknown = body;
  return query['dry_run'] === 'true' || (isPlainObject(sent) && sent['dry_run'] === true);
}
