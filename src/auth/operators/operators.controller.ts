import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Randomness } from '../../common';
import { operatorActor } from '../../common/audit';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ListQuery,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { Operator, Roles, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { OperatorAdministration } from './operator-administration';
import { ChangeOperatorBody, CreateOperatorBody } from './operator.dto';
import {
  CreatedOperatorResponse,
  OperatorResponse,
  toCreatedOperatorResponse,
  toOperatorResponse,
} from './operator.response';
import { Passwords } from './passwords';

const MADE_PASSWORD_BYTES = 18;

@ApiTags('Operators')
@Controller('v1/review/operators')
@SessionOnly()
@Roles('admin')
export class OperatorsController {
  constructor(
    private readonly administration: OperatorAdministration,
    private readonly passwords: Passwords,
    private readonly randomness: Randomness,
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The operators, newest first' })
  @ApiListReply(OperatorResponse, 'A page of operators.')
  async all(@Query() query: ListQuery): Promise<Reply<OperatorResponse[]>> {
    const page = await this.administration.list(query);
    return list('These are the operators.', page, ({ operator, lockedUntil }) =>
      toOperatorResponse(operator, lockedUntil),
    );
  }

  @Post()
  @ApiOperation({ summary: 'Make an operator' })
  @ApiReply(201, CreatedOperatorResponse, 'The operator may log in.')
  @ApiErrors(authErrors.OPERATOR_EXISTS)
  async create(
    @Operator() operator: OperatorIdentity,
    @Body() body: CreateOperatorBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const password = body.password ?? this.randomness.bytes(MADE_PASSWORD_BYTES).toString('base64url');
    const passwordHash = await this.passwords.hash(password);
    const shown = body.password === undefined ? password : null;
    return this.idempotency.run(key, async (tx) => {
      const input = { email: body.email, role: body.role, passwordHash };
      const record = await this.administration.create(tx, input, operatorActor(operator));
      return created('The operator may log in.', toCreatedOperatorResponse(record, shown))
        .hiding('password')
        .with('Cache-Control', 'no-store');
    });
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change the role, disable or enable, unlock' })
  @ApiReply(200, OperatorResponse, 'Changed; in force within a second everywhere.')
  @ApiErrors(authErrors.LAST_ADMIN)
  async change(
    @Operator() actor: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: ChangeOperatorBody,
  ): Promise<Reply<OperatorResponse>> {
    const { operator, lockedUntil } = await this.transactions.run((tx) =>
      this.administration.change(tx, id, body, operatorActor(actor)),
    );
    return ok('The operator was changed.', toOperatorResponse(operator, lockedUntil));
  }
}
