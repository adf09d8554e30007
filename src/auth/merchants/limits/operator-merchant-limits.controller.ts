import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { operatorActor } from '../../../common/audit';
import { ApiReply, ok, type Reply, RouteId } from '../../../common/http';
import { Operator, Roles, SessionOnly } from '../../decorators';
import type { OperatorIdentity } from '../../identity';
import { OperatorMerchantReader } from '../operator-merchant.reader';
import { ChangeLimitsBody } from './change-limits.body';
import { ChangeLimitsUseCase } from './change-limits.use-case';
import { MerchantLimitsResponse, toMerchantLimitsResponse } from './merchant-limits.response';

/** A merchant's rate limits (contract §3). */
@ApiTags('Review')
@Controller('v1/review/merchants/:id/limits')
@SessionOnly()
export class OperatorMerchantLimitsController {
  constructor(
    private readonly merchants: OperatorMerchantReader,
    private readonly changing: ChangeLimitsUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: "Read a merchant's rate limits" })
  @ApiReply(200, MerchantLimitsResponse, 'The limits in force, and where they come from.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Limits.', toMerchantLimitsResponse(await this.merchants.getLimits(id)));
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
    // An unknown merchant is NOT_FOUND here, as on every other route.
    await this.merchants.getLimits(id);
    const { transactions, queries, default: others } = body;
    const limits = { transactions, queries, default: others };
    const changed = await this.changing.execute(id, limits, operatorActor(operator));
    return ok('Limits changed.', toMerchantLimitsResponse(changed));
  }
}
