import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { operatorActor } from '../../common/audit';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ListQuery,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { authErrors } from '../auth.errors';
import { Operator, Roles, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { ChangeOperatorBody } from './change-operator.body';
import { ChangeOperatorUseCase } from './change-operator.use-case';
import { CreateOperatorBody } from './create-operator.body';
import { CreateOperatorUseCase } from './create-operator.use-case';
import { OperatorPageReader } from './operator-page.reader';
import { CreatedOperatorResponse, OperatorResponse, toOperatorResponse } from './operator.response';

@ApiTags('Operators')
@Controller('v1/review/operators')
@SessionOnly()
@Roles('admin')
export class OperatorsController {
  constructor(
    private readonly operators: OperatorPageReader,
    private readonly creation: CreateOperatorUseCase,
    private readonly changing: ChangeOperatorUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The operators, newest first' })
  @ApiListReply(OperatorResponse, 'A page of operators.')
  async all(@Query() query: ListQuery): Promise<Reply<OperatorResponse[]>> {
    const page = await this.operators.list(query);
    return list('These are the operators.', page, ({ operator, lockedUntil }) =>
      toOperatorResponse(operator, lockedUntil),
    );
  }

  @Post()
  @ApiOperation({ summary: 'Make an operator' })
  @ApiReply(201, CreatedOperatorResponse, 'The operator may log in.')
  @ApiErrors(authErrors.OPERATOR_EXISTS, authErrors.WEAK_PASSWORD)
  create(
    @Operator() operator: OperatorIdentity,
    @Body() body: CreateOperatorBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const { email, role, password } = body;
    return this.creation.execute({ email, role, password }, operatorActor(operator), key);
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
    const { operator, lockedUntil } = await this.changing.execute(id, body, operatorActor(actor));
    return ok('The operator was changed.', toOperatorResponse(operator, lockedUntil));
  }
}
