import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeysService, Operator, type OperatorIdentity, Roles, SCOPES, SessionOnly } from '../../../auth';
import { Clock } from '../../../common';
import { operatorActor } from '../../../common/audit';
import { commonErrors } from '../../../common/errors';
import {
  ApiListReply,
  ApiNoContent,
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ListQuery,
  noContent,
  type Reply,
  RouteId,
} from '../../../common/http';
import { TxRunner } from '../../../database';
import { DeskMerchants } from './desk-merchants';
import { IssueKeyBody } from './merchant.bodies';
import { IssuedKeyPairResponse, KeyPairResponse, toKeyPairResponse } from './merchant.responses';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** What is no public key is an unknown one, and never reaches the database. */
const PUBLIC_KEY = /^pk_(test|live)_[0-9a-f]{32}$/;

/** A merchant's key pairs (contract §2). */
@ApiTags('Review')
@Controller('v1/review/merchants/:id/keys')
@SessionOnly()
export class DeskKeysController {
  constructor(
    private readonly desk: DeskMerchants,
    private readonly keys: ApiKeysService,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a merchant's key pairs, ended ones too; secrets are not kept" })
  @ApiListReply(KeyPairResponse, 'The key pairs, newest first.')
  async list(@RouteId('id') id: string, @Query() query: ListQuery): Promise<Reply> {
    await this.desk.get(id);
    return list('Key pairs.', await this.keys.list(id, query), toKeyPairResponse);
  }

  @Post()
  @Roles('admin')
  @ApiOperation({ summary: 'Issue a key pair to a merchant; the secret is shown this once' })
  @ApiReply(201, IssuedKeyPairResponse, 'The key pair with its secret.')
  async issue(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: IssueKeyBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const merchant = await this.desk.get(id);
    const scopes = body.scopes ?? [...SCOPES];
    const days = body.expires_in_days;
    return this.idempotency.run(key, async (tx) => {
      const expiresAt = days === undefined ? null : new Date(this.clock.now().getTime() + days * DAY_MS);
      const pair = await this.keys.issue(tx, merchant, { scopes, expiresAt }, operatorActor(operator));
      const { publicKey, createdAt, secretKey } = pair;
      const shown = toKeyPairResponse({
        publicKey,
        createdAt,
        scopes,
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
      });
      return created('Key pair issued.', Object.assign(shown, { secret_key: secretKey })).hiding(
        'secret_key',
      );
    });
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
    if (!PUBLIC_KEY.test(publicKey)) throw commonErrors.NOT_FOUND();
    const actor = operatorActor(operator);
    const revoked = await this.transactions.run((tx) => this.keys.revokeOf(tx, id, publicKey, actor));
    if (revoked === null) throw commonErrors.NOT_FOUND();
    return noContent();
  }
}
