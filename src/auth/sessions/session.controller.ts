import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AuditLog, operatorActor } from '../../common/audit';
import {
  ApiErrors,
  ApiNoContent,
  ApiReply,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  noContent,
  ok,
  type Reply,
} from '../../common/http';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { identityOf, Operator, Public, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { ChangePassword } from './change-password';
import { LogIn } from './log-in';
import { SessionCookie } from './session-cookie';
import { ChangePasswordBody, LogInBody } from './session.dto';
import { SessionResponse, toSessionResponse } from './session.response';
import { Sessions } from './sessions';

@ApiTags('Session')
@Controller('v1/review/session')
export class SessionController {
  constructor(
    private readonly logIn: LogIn,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly transactions: TxRunner,
    private readonly audit: AuditLog,
    private readonly passwords: ChangePassword,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  @ApiOperation({ summary: 'Log in: the answer sets the cookie of the session', security: [] })
  @ApiReply(200, SessionResponse, 'Logged in.')
  async create(@Body() body: LogInBody, @Req() request: Request): Promise<Reply<SessionResponse>> {
    const before = identityOf(request);
    const { token, facts } = await this.logIn.run({
      email: body.email,
      password: body.password,
      code: body.totp ?? null,
      address: request.ip ?? 'unknown',
      replaces: before?.kind === 'operator' ? before.sessionId : null,
    });
    const reply = ok('You are logged in.', toSessionResponse(facts));
    return reply.with('Set-Cookie', this.cookie.set(token)).with('Cache-Control', 'no-store');
  }

  @Get()
  @SessionOnly()
  @ApiOperation({ summary: 'Who is logged in, and for how long' })
  @ApiReply(200, SessionResponse, 'The session of the cookie.')
  async read(@Operator() operator: OperatorIdentity): Promise<Reply<SessionResponse>> {
    const reply = ok('This is your session.', toSessionResponse(await this.sessions.facts(operator)));
    return reply.with('Cache-Control', 'no-store');
  }

  @Delete()
  @HttpCode(204)
  @SessionOnly()
  @ApiOperation({ summary: 'Log out' })
  @ApiNoContent('The session has ended.')
  async end(@Operator() operator: OperatorIdentity): Promise<Reply<null>> {
    const { sessionId } = operator;
    if (sessionId !== null) {
      await this.transactions.run(async (tx) => {
        if (!(await this.sessions.end(tx, sessionId))) return;
        const target = { type: 'operator', id: operator.operatorId };
        await this.audit.append(tx, { action: 'session.ended', actor: operatorActor(operator), target });
      });
      this.sessions.forget(sessionId);
    }
    return noContent().with('Set-Cookie', this.cookie.clear());
  }

  @Post('password')
  @HttpCode(204)
  @SessionOnly()
  @ApiOperation({ summary: 'Change your password; your other sessions end' })
  @ApiNoContent('The new password holds.')
  @ApiErrors(authErrors.WRONG_PASSWORD)
  async changePassword(
    @Operator() operator: OperatorIdentity,
    @Body() body: ChangePasswordBody,
    @Req() request: Request,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const change = await this.passwords.prepare(operator, body, request.ip ?? 'unknown');
    return this.idempotency.run(key, async (tx) => {
      await change(tx);
      return noContent();
    });
  }
}
