import { Injectable } from '@nestjs/common';
import { Randomness } from '../../common';
import { SecretBox } from '../../common/crypto';
import { formatSecret, SECRET_BYTES } from '../signature';

/** Makes, seals and opens the secrets of endpoints. A box is bound to its endpoint: copied to another it does not open. */
@Injectable()
export class EndpointSecretService {
  constructor(
    private readonly randomness: Randomness,
    private readonly box: SecretBox,
  ) {}

  generate(): string {
    return formatSecret(this.randomness.bytes(SECRET_BYTES));
  }

  seal(endpointId: string, secret: string): string {
    return this.box.seal(secret, boundTo(endpointId));
  }

  /** How every box begins that was sealed with the newest key of the ring. */
  get newestPrefix(): string {
    return this.box.newestPrefix;
  }

  open(endpointId: string, sealed: string): string {
    return this.box.open(sealed, boundTo(endpointId));
  }
}

function boundTo(endpointId: string): string {
  return `postback_endpoints:${endpointId}`;
}
