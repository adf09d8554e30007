import { eventCatalogue } from '../../common/events';
import { PatchBody } from '../../common/http';
import { EnumField, IntegerField, TextListField, UrlField } from '../../common/validation';
import { SETTABLE_STATUSES, type SettableStatus } from '../endpoint.transitions';
import { SIGN_WITH, type SignWith } from './postback-endpoint.entity';

const MAX_SELECTORS = 50;
const MAX_SELECTOR_LENGTH = 64;
const MAX_OVERLAP_SECONDS = 86_400;

const URL_DESCRIPTION =
  'Address that receives the notifications: http(s) on the public internet, https for live merchants.';
const EVENTS_DESCRIPTION = 'Event kinds, prefixes such as charge.*, or * for everything.';

/** specification, Webhook endpoints: POST. */
export class CreateEndpointBody {
  @UrlField({ fragment: false, description: URL_DESCRIPTION, example: 'https://shop.example.com/hooks' })
  url: string;

  @TextListField({
    minItems: 1,
    maxItems: MAX_SELECTORS,
    maxLength: MAX_SELECTOR_LENGTH,
    values: eventCatalogue.selectors,
    description: EVENTS_DESCRIPTION,
    example: ['charge.captured', 'charge.refunded'],
  })
  events: string[];
}

/** specification, Webhook endpoints: PATCH; one or more of the three. */
@PatchBody()
export class UpdateEndpointBody {
  @UrlField({ fragment: false, omittable: true, description: URL_DESCRIPTION })
  url?: string;

  @TextListField({
    minItems: 1,
    maxItems: MAX_SELECTORS,
    maxLength: MAX_SELECTOR_LENGTH,
    values: eventCatalogue.selectors,
    omittable: true,
    description: EVENTS_DESCRIPTION,
  })
  events?: string[];

  @EnumField(SETTABLE_STATUSES, { omittable: true, description: 'paused holds what is to be sent.' })
  status?: SettableStatus;
}

/** contract §7, secret. */
export class RegenerateSecretBody {
  @IntegerField({
    min: 0,
    max: MAX_OVERLAP_SECONDS,
    optional: true,
    description: `For how long the present secret signs too; default ${MAX_OVERLAP_SECONDS}.`,
  })
  overlap_seconds?: number;

  @EnumField(SIGN_WITH, {
    optional: true,
    description:
      'Which secret X-Service-Signature is made with; default new. With previous it stays the one that your receiver has, and X-Service-Signature-Next carries the new one, until the overlap ends or a notification signed with the new one was taken.',
  })
  sign_with?: SignWith;
}
