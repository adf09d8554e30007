import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  ApiErrors,
  ApiNoContent,
  contextOf,
  IdempotencyKey,
  type IdempotencyRequest,
  type Reply,
} from '../../common/http';
import { authErrors } from '../auth.errors';
import { Operator, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { ChangePasswordBody } from './change-password.body';
import { ChangePasswordUseCase } from './change-password.use-case';

@ApiTags('Session')
@Controller('v1/review/session/password')
@SessionOnly()
export class PasswordController {
  constructor(private readonly changing: ChangePasswordUseCase) {}

  @Post()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Change your password: your other sessions and your key pairs end, the cookie is renewed',
  })
  @ApiNoContent('The new password holds, and the answer sets the cookie with which the session goes on.')
  @ApiErrors(authErrors.WRONG_PASSWORD, authErrors.WEAK_PASSWORD)
  change(
    @Operator() operator: OperatorIdentity,
    @Body() body: ChangePasswordBody,
    @Req() request: Request,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.changing.execute(operator, body, contextOf(request).address, key);
  }
}
