import { Injectable } from '@nestjs/common';
import { type Page, pageOf, type PageQuery } from '../common/http';
import type { InvariantVerdict } from './invariant-verdict.entity';
import { VerificationRepository } from './verification.repository';

/** Verdicts as they were kept: whoever looks reads no books. */
@Injectable()
export class VerificationReader {
  constructor(private readonly verification: VerificationRepository) {}

  /** Broken rules first. */
  async list(query: PageQuery): Promise<Page<InvariantVerdict>> {
    const { page, limit } = pageOf(query);
    const { verdicts: items, total } = await this.verification.list((page - 1) * limit, limit);
    return { items, page, limit, total, totalPages: Math.ceil(total / limit) };
  }
}
