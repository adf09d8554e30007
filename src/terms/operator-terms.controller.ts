import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../auth';
import { operatorActor } from '../common/audit';
import { commonErrors } from '../common/errors';
import {
  ApiErrors,
  ApiNoContent,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  noContent,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { AddTermsBody } from './add-terms.body';
import { AddTermsUseCase } from './add-terms.use-case';
import { DeleteTermUseCase } from './delete-term.use-case';
import { OperatorTermsQuery } from './operator-terms.query';
import { TermsReader } from './terms.reader';
import { AddedTermsResponse, OperatorTermsResponse, toOperatorTermsResponse } from './terms.response';

/** The terms of merchants and their default, for operators (money contract §§ 13 and 20). */
@ApiTags('Review')
@Controller('v1/review/terms')
export class OperatorTermsController {
  constructor(
    private readonly terms: TermsReader,
    private readonly addTerms: AddTermsUseCase,
    private readonly deleteTerm: DeleteTermUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Read the terms in force and those to come, of a merchant or the default' })
  @ApiReply(200, OperatorTermsResponse, 'In force now, and what changes when.')
  async get(@Query() query: OperatorTermsQuery): Promise<Reply> {
    const of = await this.terms.getOwner(query.merchant_id?.toLowerCase(), query.mode);
    const [terms, upcoming] = await Promise.all([this.terms.listInForce(of), this.terms.listUpcoming(of)]);
    return ok('Terms.', toOperatorTermsResponse(of.merchantId, terms, upcoming));
  }

  @Post()
  @Roles('admin')
  @ApiOperation({ summary: 'Add terms, from now or from a later moment on' })
  @ApiReply(201, AddedTermsResponse, 'Added; what begins now is in force for the next request.')
  add(
    @Operator() operator: OperatorIdentity,
    @Body() body: AddTermsBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.addTerms.execute(body, operatorActor(operator), key);
  }

  @Delete(':id')
  @HttpCode(204)
  @Roles('admin')
  @ApiOperation({ summary: 'Take back a term that has not begun' })
  @ApiNoContent('Taken back.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async delete(@Operator() operator: OperatorIdentity, @RouteId('id') id: string): Promise<Reply> {
    await this.deleteTerm.execute(id, operatorActor(operator));
    return noContent();
  }
}
