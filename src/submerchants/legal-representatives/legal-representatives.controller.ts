import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import {
  ApiErrors,
  ApiListReply,
  ApiNoContent,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  noContent,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { submerchantErrors } from '../submerchant.errors';
import { DeleteLegalRepresentativeUseCase } from './delete-legal-representative.use-case';
import { LegalRepresentativeReader } from './legal-representative.reader';
import { LegalRepresentativeResponse, toLegalRepresentativeResponse } from './legal-representative.response';
import { ListLegalRepresentativesQuery } from './list-legal-representatives.query';
import { UpsertLegalRepresentativeBody } from './upsert-legal-representative.body';
import { UpsertLegalRepresentativeUseCase } from './upsert-legal-representative.use-case';

@ApiTags('Legal representatives')
@Controller('v1/submerchants/:id/legal-representatives')
export class LegalRepresentativesController {
  constructor(
    private readonly upsertLegalRepresentative: UpsertLegalRepresentativeUseCase,
    private readonly deleteLegalRepresentative: DeleteLegalRepresentativeUseCase,
    private readonly legalRepresentatives: LegalRepresentativeReader,
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
    return this.upsertLegalRepresentative.execute(merchant, id, body, key);
  }

  @Get()
  @InPortal('submerchant')
  @ApiOperation({ summary: 'List the legal representatives of a submerchant' })
  @ApiListReply(LegalRepresentativeResponse, 'The legal representatives, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListLegalRepresentativesQuery,
  ): Promise<Reply> {
    const page = await this.legalRepresentatives.list(merchant.merchantId, id, query);
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
    const partner = await this.legalRepresentatives.get(merchant.merchantId, id, repId);
    return ok('Legal representative.', toLegalRepresentativeResponse(partner));
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
    await this.deleteLegalRepresentative.execute(merchant.merchantId, id, repId);
    return noContent();
  }
}
