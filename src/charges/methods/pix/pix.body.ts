import { IntegerField } from '../../../common/validation';

export const DEFAULT_PIX_SECONDS = 3_600;
const MIN_PIX_SECONDS = 60;
const MAX_PIX_SECONDS = 2_592_000;

export class PixDetailsBody {
  @IntegerField({
    min: MIN_PIX_SECONDS,
    max: MAX_PIX_SECONDS,
    optional: true,
    description: `Seconds until it expires; default ${DEFAULT_PIX_SECONDS}.`,
  })
  expires_in?: number;
}
