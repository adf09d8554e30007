import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { operatorActor } from '../../common/audit';
import {
  ApiListReply,
  ApiNoContent,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ListQuery,
  noContent,
  type Reply,
  RouteId,
} from '../../common/http';
import { Operator, Roles, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { ApiKeyReader } from './api-key.reader';
import { IssuedKeyPairResponse, KeyPairResponse, toKeyPairResponse } from './api-key.response';
import { IssueApiKeyUseCase } from './issue-api-key.use-case';
import { IssueKeyBody } from './issue-key.body';
import { RevokeApiKeyUseCase } from './revoke-api-key.use-case';

/** A merchant's key pairs (contract §2). */
@ApiTags('Review')
@Controller('v1/review/merchants/:id/keys')
@SessionOnly()
export class OperatorApiKeysController {
  constructor(
    private readonly keys: ApiKeyReader,
    private readonly issuing: IssueApiKeyUseCase,
    private readonly revocation: RevokeApiKeyUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a merchant's key pairs, ended ones too; secrets are not kept" })
  @ApiListReply(KeyPairResponse, 'The key pairs, newest first.')
  async list(@RouteId('id') id: string, @Query() query: ListQuery): Promise<Reply> {
    return list('Key pairs.', await this.keys.list(id, query), toKeyPairResponse);
  }

  @Post()
  @Roles('admin')
  @ApiOperation({ summary: 'Issue a key pair to a merchant; the secret is shown this once' })
  @ApiReply(201, IssuedKeyPairResponse, 'The key pair with its secret.')
  issue(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: IssueKeyBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const options = { scopes: body.scopes, expiresInDays: body.expires_in_days };
    return this.issuing.execute(id, options, operatorActor(operator), key);
  }

  /** Revoking what was revoked before changes nothing. */
  @Delete(':public_key')
  @HttpCode(204)
  @Roles('admin')
  @ApiOperation({ summary: 'Revoke a key pair, within a second everywhere' })
  @ApiNoContent('Revoked.')
  async revoke(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Param('public_key') publicKey: string,
  ): Promise<Reply> {
    await this.revocation.execute(publicKey, operatorActor(operator), id);
    return noContent();
  }
}
