import { Injectable } from '@nestjs/common';
import { OperatorReader, SecondOperatorService } from '../../auth';
import { Clock } from '../../common';
import type { Page } from '../../common/http';
import type { Reading } from '../../database';
import type { ListMoneyRequestsQuery } from './list-money-requests.query';
import type { MoneyRequest } from './money-request.entity';
import { MoneyRequestRepository } from './money-request.repository';
import { type MoneyRequestResponse, toMoneyRequestResponse } from './money-request.response';

/** What operators want changed in books, as one of them sees it. */
@Injectable()
export class MoneyRequestReader {
  constructor(
    private readonly requests: MoneyRequestRepository,
    private readonly operators: OperatorReader,
    private readonly seconds: SecondOperatorService,
    private readonly clock: Clock,
  ) {}

  async list(query: ListMoneyRequestsQuery, operatorId: string): Promise<Page<MoneyRequestResponse>> {
    const page = await this.requests.list(query, this.clock.now());
    return { ...page, items: await this.respondAll(page.items, operatorId) };
  }

  async respond(request: MoneyRequest, operatorId: string, reading: Reading): Promise<MoneyRequestResponse> {
    const [response] = await this.respondAll([request], operatorId, reading);
    if (response === undefined) throw new Error('one request has one response');
    return response;
  }

  private async respondAll(
    requests: readonly MoneyRequest[],
    operatorId: string,
    reading?: Reading,
  ): Promise<MoneyRequestResponse[]> {
    const now = this.clock.now();
    const ids = requests.flatMap(({ requestedBy, endedBy }) => [requestedBy, endedBy ?? requestedBy]);
    const emails = await this.operators.findEmails(ids, reading);
    const firsts = requests.map(({ requestedBy, requestedAt }) => ({
      operatorId: requestedBy,
      decidedAt: requestedAt,
    }));
    const hindrances = await this.seconds.listHindrances(firsts, operatorId, reading);
    return requests.map((request, at) =>
      toMoneyRequestResponse(request, { now, emails, hindrance: hindrances[at] ?? null }),
    );
  }
}
