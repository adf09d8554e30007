import { Injectable } from '@nestjs/common';
import { MerchantReader } from '../../auth';
import type { Page } from '../../common/http';
import type { Reading } from '../../database';
import type { Anticipation } from '../anticipation.entity';
import { AnticipationRepository } from '../anticipation.repository';
import type { ListOperatorAnticipationsQuery } from '../list-anticipations.query';
import {
  type OperatorAnticipationResponse,
  toOperatorAnticipationResponse,
} from './operator-anticipation.response';

/** Anticipations of all merchants, with the names of those they belong to. */
@Injectable()
export class OperatorAnticipationReader {
  constructor(
    private readonly anticipations: AnticipationRepository,
    private readonly merchants: MerchantReader,
  ) {}

  /** One page, oldest first. */
  async list(query: ListOperatorAnticipationsQuery): Promise<Page<OperatorAnticipationResponse>> {
    const page = await this.anticipations.listAny(query);
    return { ...page, items: await this.respondAll(page.items) };
  }

  async respond(anticipation: Anticipation, reading?: Reading): Promise<OperatorAnticipationResponse> {
    const [response] = await this.respondAll([anticipation], reading);
    if (response === undefined) throw new Error('one anticipation has one response');
    return response;
  }

  private async respondAll(
    anticipations: readonly Anticipation[],
    reading?: Reading,
  ): Promise<OperatorAnticipationResponse[]> {
    const merchants = await this.merchants.findMany(
      anticipations.map(({ merchantId }) => merchantId),
      reading,
    );
    return anticipations.map((anticipation) => {
      const merchant = merchants.get(anticipation.merchantId);
      if (merchant === undefined) throw new Error('an anticipation has a merchant');
      return toOperatorAnticipationResponse(anticipation, merchant);
    });
  }
}
