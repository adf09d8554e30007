import { PatchBody } from '../../../common/http';
import { IntegerField } from '../../../common/validation';

/** Requests in a window of 60 seconds, for the command line too. */
export const MAX_REQUESTS_PER_WINDOW = 1_000_000_000;

const limit = {
  optional: true,
  min: 1,
  max: MAX_REQUESTS_PER_WINDOW,
  description: 'Requests in 60 seconds; null goes back to the limit of the service.',
} as const;

/** The categories to change. */
@PatchBody()
export class ChangeLimitsBody {
  @IntegerField(limit)
  transactions?: number | null;

  @IntegerField(limit)
  queries?: number | null;

  @IntegerField(limit)
  default?: number | null;
}
