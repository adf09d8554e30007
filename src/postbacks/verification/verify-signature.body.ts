import { ApiProperty } from '@nestjs/swagger';
import { fault, field } from '../../common/validation';
import { SIGNATURE_FAULTS, type SignatureFault } from './check-signature.rules';

const MAX_SECRET = 200;
const MAX_SIGNATURE = 1_000;
const MAX_BODY = 262_144;

/** A text that is taken as it stands: whitespace and the spelling of characters are what is to be looked at. */
function VerbatimField(options: { max: number; description: string; example?: string }): PropertyDecorator {
  return field(
    {
      check: (value) => {
        if (typeof value !== 'string') return fault('invalid_type', 'must be a string');
        if (!value.isWellFormed()) return fault('invalid_characters', 'must be well-formed Unicode');
        return value.length > options.max
          ? fault('too_long', `must have at most ${options.max} characters`)
          : null;
      },
      schema: { type: 'string', maxLength: options.max },
    },
    options,
  );
}

export class VerifySignatureBody {
  @VerbatimField({ max: MAX_SECRET, description: 'The secret of the endpoint, whsec_ included.' })
  secret: string;

  @VerbatimField({ max: MAX_SIGNATURE, description: 'The value of X-Service-Signature.' })
  signature: string;

  @VerbatimField({ max: MAX_BODY, description: 'The body of the notification, exactly as it was received.' })
  body: string;
}

export class VerificationResponse {
  @ApiProperty()
  valid: boolean;

  @ApiProperty({
    enum: SIGNATURE_FAULTS,
    required: false,
    description: 'Which part does not match; absent when the signature is valid. message says what to do.',
  })
  reason?: SignatureFault;
}
