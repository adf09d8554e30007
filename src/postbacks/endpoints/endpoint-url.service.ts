import { Injectable } from '@nestjs/common';
import type { MerchantMode } from '../../auth';
import { validationFailed } from '../../common/errors';
import { SafeHttp, type UrlRules } from '../../common/safe-http';
import { AppConfig } from '../../config';

const RESOLVE_TIMEOUT_MS = 2_000;

/** Which addresses notifications may go to (contract §7, URLs). */
@Injectable()
export class EndpointUrlService {
  constructor(
    private readonly http: SafeHttp,
    private readonly config: AppConfig,
  ) {}

  /** Live merchants: https on the public internet, whatever the configuration says. */
  rules(mode: MerchantMode): UrlRules {
    const isLive = mode === 'live';
    return { allowPrivate: !isLive && this.config.postbacks.allowPrivateAddresses, httpsOnly: isLive };
  }

  /** Asks the DNS: to be called outside of a transaction. Throws 422 naming the field `url`. */
  async assertAllowed(url: string, mode: MerchantMode): Promise<void> {
    const fault = await this.http.findFault(url, this.rules(mode), RESOLVE_TIMEOUT_MS);
    if (fault !== null) throw validationFailed([{ field: 'url', code: fault.code, message: fault.message }]);
  }
}
