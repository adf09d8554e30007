import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity, MovesMoney, ReadOnly } from '../auth';
import { commonErrors } from '../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { walletErrors } from '../wallets';
import { anticipationErrors } from './anticipation.errors';
import { AnticipationReader } from './anticipation.reader';
import { AnticipationResponse, toAnticipationResponse } from './anticipation.response';
import { CancelAnticipationUseCase } from './cancel/cancel-anticipation.use-case';
import { AnticipationBody } from './create/anticipation.body';
import { CreateAnticipationUseCase } from './create/create-anticipation.use-case';
import { SimulateAnticipationUseCase } from './create/simulate-anticipation.use-case';
import { ListAnticipationItemsQuery } from './items/list-anticipation-items.query';
import { ListAnticipationsQuery } from './list-anticipations.query';
import { AnticipationItemResponse, toAnticipationItemResponse } from './look/anticipation-item.response';
import { AnticipationSimulationResponse } from './look/simulation.response';
import { AnticipationSummaryQuery, AnticipationSummaryResponse } from './look/summary.response';

/** Receivables that are paid before their day (money contract §16). */
@ApiTags('Anticipations')
@InPortal()
@Controller('v1/anticipations')
export class AnticipationsController {
  constructor(
    private readonly anticipations: AnticipationReader,
    private readonly simulating: SimulateAnticipationUseCase,
    private readonly creating: CreateAnticipationUseCase,
    private readonly cancelling: CancelAnticipationUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List anticipations' })
  @ApiListReply(AnticipationResponse, 'The anticipations, newest first.')
  async list(
    @Merchant() { merchantId }: MerchantIdentity,
    @Query() query: ListAnticipationsQuery,
  ): Promise<Reply> {
    const page = await this.anticipations.list(merchantId, query);
    return list('These are the anticipations.', page, toAnticipationResponse);
  }

  /** Says what it would be of, and cost; binds nothing. */
  @Post('simulate')
  @HttpCode(200)
  @ReadOnly()
  @ApiOperation({ summary: 'Simulate an anticipation' })
  @ApiReply(200, AnticipationSimulationResponse, 'What it would be of, and cost.')
  @ApiErrors(
    commonErrors.NOT_FOUND,
    walletErrors.WALLET_FROZEN,
    anticipationErrors.ANTICIPATION_NOT_ENABLED,
    anticipationErrors.NOTHING_TO_ANTICIPATE,
    anticipationErrors.ANTICIPATION_TOO_LARGE,
  )
  async simulate(@Merchant() merchant: MerchantIdentity, @Body() body: AnticipationBody): Promise<Reply> {
    return ok('This is what it would cost now.', await this.simulating.execute(merchant, body));
  }

  @Get('summary')
  @ApiOperation({ summary: 'Sum up anticipations by status' })
  @ApiReply(200, AnticipationSummaryResponse, 'Of all wallets, or of one.')
  @ApiErrors(commonErrors.NOT_FOUND)
  async getSummary(
    @Merchant() { merchantId }: MerchantIdentity,
    @Query() { wallet_id: walletId }: AnticipationSummaryQuery,
  ): Promise<Reply> {
    const summary = await this.anticipations.getSummary(merchantId, walletId?.toLowerCase() ?? null);
    return ok('This is the summary.', summary);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one anticipation' })
  @ApiReply(200, AnticipationResponse, 'The anticipation.')
  async get(@Merchant() { merchantId }: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    const anticipation = await this.anticipations.get(merchantId, id);
    return ok('This is the anticipation.', toAnticipationResponse(anticipation));
  }

  @Get(':id/receivables')
  @ApiOperation({ summary: 'List what an anticipation is of' })
  @ApiListReply(AnticipationItemResponse, 'Its receivables and what each costs, newest first.')
  async listReceivables(
    @Merchant() { merchantId }: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListAnticipationItemsQuery,
  ): Promise<Reply> {
    const page = await this.anticipations.listItems(merchantId, id, query);
    return list('These are its receivables.', page, toAnticipationItemResponse);
  }

  /** It is worked out anew; paid at once when its day is today and the terms approve it. */
  @Post()
  @MovesMoney()
  @ApiOperation({ summary: 'Ask for receivables to be paid early' })
  @ApiReply(201, AnticipationResponse, 'The anticipation: pending, approved, or paid.')
  @ApiErrors(
    commonErrors.NOT_FOUND,
    commonErrors.IDEMPOTENCY_KEY_REQUIRED,
    walletErrors.WALLET_FROZEN,
    anticipationErrors.ANTICIPATION_NOT_ENABLED,
    anticipationErrors.ANTICIPATION_CHANGED,
    anticipationErrors.NOTHING_TO_ANTICIPATE,
    anticipationErrors.ANTICIPATION_TOO_LARGE,
  )
  create(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: AnticipationBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.creating.execute(merchant, body, key);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @MovesMoney()
  @ApiOperation({ summary: 'Take an anticipation back before it is paid' })
  @ApiReply(200, AnticipationResponse, 'The cancelled anticipation; its receivables wait for their days.')
  @ApiErrors(commonErrors.INVALID_STATE)
  cancel(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.cancelling.execute(merchant, id, key);
  }
}
