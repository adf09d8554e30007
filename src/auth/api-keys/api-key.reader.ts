import { Injectable } from '@nestjs/common';
import { authErrors } from '../auth.errors';
import { commonErrors } from '../../common/errors';
import type { ListQuery, Page } from '../../common/http';
import { ApiKeyRepository } from './api-key.repository';
import type { ShownKeyPair } from './api-key.response';

/** Reads merchants' key pairs: nothing of their secrets. */
@Injectable()
export class ApiKeyReader {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** One page, newest first, revoked ones too. Throws NOT_FOUND for an unknown merchant. */
  async list(merchantId: string, query: ListQuery): Promise<Page<ShownKeyPair>> {
    if ((await this.keys.findMode(merchantId)) === null) throw commonErrors.NOT_FOUND();
    return this.keys.list(merchantId, query);
  }

  /** All of a merchant's pairs, newest first, revoked ones too; none of an unknown one. */
  findAll(merchantId: string): Promise<ShownKeyPair[]> {
    return this.keys.listAll(merchantId);
  }

  /** The same. Throws MERCHANT_NOT_FOUND. */
  async listAll(merchantId: string): Promise<ShownKeyPair[]> {
    if ((await this.keys.findMode(merchantId)) === null) throw authErrors.MERCHANT_NOT_FOUND();
    return this.keys.listAll(merchantId);
  }
}
