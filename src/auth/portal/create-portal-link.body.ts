import { IntegerField, UuidField } from '../../common/validation';

/** contract §2: how long a link into the portal can be opened, at most. */
export const MAX_LINK_SECONDS = 3_600;
export const MIN_LINK_SECONDS = 30;
export const DEFAULT_LINK_SECONDS = 300;

export class CreatePortalLinkBody {
  @IntegerField({
    min: MIN_LINK_SECONDS,
    max: MAX_LINK_SECONDS,
    optional: true,
    description: `For how many seconds the link can be opened; default ${DEFAULT_LINK_SECONDS}.`,
  })
  expires_in_seconds?: number | null;

  @UuidField({
    optional: true,
    description: 'The one submerchant that the portal shows; without it all that is the merchant’s.',
  })
  submerchant_id?: string | null;
}
