import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type MerchantRecord,
  MerchantsService,
  Operator,
  type OperatorIdentity,
  Roles,
  SessionOnly,
} from '../../../auth';
import { operatorActor } from '../../../common/audit';
import { ApiReply, ok, type Reply, RouteId } from '../../../common/http';
import { AppConfig } from '../../../config';
import { TxRunner } from '../../../database';
import { DeskMerchants } from './desk-merchants';
import { ChangeLimitsBody } from './merchant.bodies';
import { MerchantLimitsResponse, toMerchantLimitsResponse } from './merchant.responses';

/** A merchant's rate limits (contract §3). */
@ApiTags('Review')
@Controller('v1/review/merchants/:id/limits')
@SessionOnly()
export class DeskLimitsController {
  constructor(
    private readonly desk: DeskMerchants,
    private readonly merchants: MerchantsService,
    private readonly transactions: TxRunner,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @ApiOperation({ summary: "Read a merchant's rate limits" })
  @ApiReply(200, MerchantLimitsResponse, 'The limits in force, and where they come from.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Limits.', this.respond(await this.desk.get(id)));
  }

  @Patch()
  @Roles('admin')
  @ApiOperation({ summary: "Change a merchant's rate limits: send only the categories to change" })
  @ApiReply(200, MerchantLimitsResponse, 'Changed; in force within five seconds.')
  async change(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: ChangeLimitsBody,
  ): Promise<Reply> {
    await this.desk.get(id);
    const { transactions, queries, default: others } = body;
    const limits = { transactions, queries, default: others };
    const changed = await this.transactions.run((tx) =>
      this.merchants.changeLimits(tx, id, limits, operatorActor(operator)),
    );
    return ok('Limits changed.', this.respond(changed));
  }

  private respond(merchant: MerchantRecord): MerchantLimitsResponse {
    return toMerchantLimitsResponse(
      this.merchants.limitsOf(merchant),
      this.merchants.ownLimitsOf(merchant),
      this.config.rateLimits,
    );
  }
}
