import { Injectable } from '@nestjs/common';
import { OperatorReader } from '../../auth';
import type { Page } from '../../common/http';
import type { Wallet } from '../wallet.entity';
import { HoldRepository } from './hold.repository';
import { type HoldResponse, toHoldResponse } from './hold.response';
import type { ListHoldsQuery } from './list-holds.query';

/** What operators hold of a wallet, with their names. */
@Injectable()
export class HoldReader {
  constructor(
    private readonly holds: HoldRepository,
    private readonly operators: OperatorReader,
  ) {}

  async list(wallet: Wallet, query: ListHoldsQuery): Promise<Page<HoldResponse>> {
    const page = await this.holds.list(wallet, query);
    const ids = page.items.flatMap(({ placedBy, releasedBy }) => [placedBy, releasedBy ?? placedBy]);
    const emails = await this.operators.findEmails([...new Set(ids)]);
    return { ...page, items: page.items.map((hold) => toHoldResponse(hold, emails)) };
  }
}
