import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../../auth';
import {
  ApiErrors,
  ApiListReply,
  ApiNoContent,
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  noContent,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { TxRunner } from '../../database';
import { submerchantErrors } from '../submerchant.errors';
import { SubmerchantRepository } from '../submerchant.repository';
import { LegalRepresentativeListQuery, UpsertLegalRepresentativeBody } from './legal-representative.dto';
import { LegalRepresentativeRepository } from './legal-representative.repository';
import { LegalRepresentativeResponse, toLegalRepresentativeResponse } from './legal-representative.response';
import { LegalRepresentativesService } from './legal-representatives.service';

@ApiTags('Legal representatives')
@Controller('v1/submerchants/:id/legal-representatives')
export class LegalRepresentativesController {
  constructor(
    private readonly service: LegalRepresentativesService,
    private readonly submerchants: SubmerchantRepository,
    private readonly partners: LegalRepresentativeRepository,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Add a legal representative, or update the one with the same document' })
  @ApiReply(201, LegalRepresentativeResponse, 'Added.')
  @ApiReply(
    200,
    LegalRepresentativeResponse,
    'One with the same document existed: the fields sent were updated.',
  )
  @ApiErrors(
    submerchantErrors.SUBMERCHANT_LOCKED,
    submerchantErrors.NOT_APPLICABLE_TO_PF,
    submerchantErrors.INVALID_TAX_ID,
    submerchantErrors.TOO_MANY_LEGAL_REPRESENTATIVES,
  )
  async upsert(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: UpsertLegalRepresentativeBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const { partner, added } = await this.service.upsert(tx, merchant, id, body);
      const data = toLegalRepresentativeResponse(partner);
      return added ? created('Legal representative added.', data) : ok('Legal representative updated.', data);
    });
  }

  @Get()
  @ApiOperation({ summary: 'List the legal representatives of a submerchant' })
  @ApiListReply(LegalRepresentativeResponse, 'The legal representatives, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: LegalRepresentativeListQuery,
  ): Promise<Reply> {
    await this.submerchants.get(merchant.merchantId, id);
    const page = await this.partners.list(id, query);
    return list('Legal representatives of the submerchant.', page, toLegalRepresentativeResponse);
  }

  @Get(':repId')
  @ApiOperation({ summary: 'Read one legal representative' })
  @ApiReply(200, LegalRepresentativeResponse, 'The legal representative.')
  async get(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('repId') repId: string,
  ): Promise<Reply> {
    await this.submerchants.get(merchant.merchantId, id);
    return ok('Legal representative.', toLegalRepresentativeResponse(await this.partners.get(id, repId)));
  }

  @Delete(':repId')
  @ApiOperation({ summary: 'Delete a legal representative and, with it, its documents' })
  @ApiNoContent('Deleted.')
  @ApiErrors(submerchantErrors.SUBMERCHANT_LOCKED)
  async delete(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('repId') repId: string,
  ): Promise<Reply> {
    await this.transactions.run((tx) => this.service.remove(tx, merchant.merchantId, id, repId));
    return noContent();
  }
}
