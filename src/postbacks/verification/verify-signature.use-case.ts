import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '../../common';
import { isPlainObject } from '../../common/validation';
import { DeliveryLogRepository } from '../delivery-logs/delivery-log.repository';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import { EndpointSecretService } from '../endpoints/endpoint-secret.service';
import { checkSignature, type SignatureFault, signatureFits } from './check-signature.rules';

/** The secrets of one endpoint: the present one, and the one before it. */
interface Secrets {
  readonly current: string | null;
  readonly previous: string | null;
}

/**
 * contract §7, verify. Beyond what the three values tell, it knows the merchant's own secrets and the bytes that
 * were really sent. It stores nothing.
 */
@Injectable()
export class VerifySignatureUseCase {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly logs: DeliveryLogRepository,
    private readonly secrets: EndpointSecretService,
  ) {}

  /** Null when the signature is right, else what is wrong. */
  async execute(
    merchantId: string,
    secret: string,
    signature: string,
    body: string,
  ): Promise<SignatureFault | null> {
    const fault = checkSignature(secret, signature, body);
    if (fault !== 'mismatch') return fault;
    const sent = await this.findSent(merchantId, body);
    if (sent !== null && sent !== body && signatureFits(secret, signature, sent)) {
      return isDeepStrictEqual(parsed(sent), parsed(body)) ? 'body_reserialised' : 'body_changed';
    }
    return this.secretFault(await this.secretsOf(merchantId), secret, signature, sent ?? body);
  }

  private secretFault(
    endpoints: readonly Secrets[],
    secret: string,
    signature: string,
    body: string,
  ): SignatureFault {
    for (const { current, previous } of endpoints) {
      const madeWith = [current, previous].find(
        (each) => each !== null && signatureFits(each, signature, body),
      );
      if (madeWith === undefined) continue;
      return secret === current || secret === previous ? 'old_secret' : 'other_secret';
    }
    return 'mismatch';
  }

  /** The bytes of the notification that the body says it is. */
  private async findSent(merchantId: string, body: string): Promise<string | null> {
    const given = parsed(body);
    const id = isPlainObject(given) ? given['id'] : null;
    return isUuid(id) ? this.logs.findBody(merchantId, id) : null;
  }

  private async secretsOf(merchantId: string): Promise<Secrets[]> {
    const endpoints = await this.endpoints.findAll(merchantId);
    return endpoints.map(({ id, secretBox, previousSecretBox }) => ({
      current: this.open(id, secretBox),
      previous: this.open(id, previousSecretBox),
    }));
  }

  private open(endpointId: string, box: string | null): string | null {
    return box === null ? null : this.secrets.open(endpointId, box);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
