import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiNoContent, ApiReply, contextOf, noContent, ok, type Reply } from '../../common/http';
import { identityOf, Operator, Public, SessionOnly } from '../decorators';
import { SessionCookieService } from '../authentication/session-cookie.service';
import type { OperatorIdentity } from '../identity';
import { LogInBody } from './log-in.body';
import { LogInUseCase } from './log-in.use-case';
import { LogOutUseCase } from './log-out.use-case';
import { SessionReader } from './session.reader';
import { SessionResponse, toSessionResponse } from './session.response';

@ApiTags('Session')
@Controller('v1/review/session')
export class SessionController {
  constructor(
    private readonly logIn: LogInUseCase,
    private readonly logOut: LogOutUseCase,
    private readonly sessions: SessionReader,
    private readonly cookie: SessionCookieService,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  @ApiOperation({ summary: 'Log in: the answer sets the cookie of the session', security: [] })
  @ApiReply(200, SessionResponse, 'Logged in.')
  async create(@Body() body: LogInBody, @Req() request: Request): Promise<Reply<SessionResponse>> {
    const before = identityOf(request);
    const { address, requestId } = contextOf(request);
    const { token, details } = await this.logIn.execute({
      email: body.email,
      password: body.password,
      code: body.totp ?? null,
      address,
      requestId,
      replaces: before?.kind === 'operator' ? before.sessionId : null,
    });
    const reply = ok('You are logged in.', toSessionResponse(details));
    return reply.with('Set-Cookie', this.cookie.set(token)).with('Cache-Control', 'no-store');
  }

  @Get()
  @SessionOnly()
  @ApiOperation({ summary: 'Who is logged in, and for how long' })
  @ApiReply(200, SessionResponse, 'The session of the cookie.')
  async read(@Operator() operator: OperatorIdentity): Promise<Reply<SessionResponse>> {
    const reply = ok('This is your session.', toSessionResponse(await this.sessions.get(operator)));
    return reply.with('Cache-Control', 'no-store');
  }

  @Delete()
  @HttpCode(204)
  @SessionOnly()
  @ApiOperation({ summary: 'Log out' })
  @ApiNoContent('The session has ended.')
  async end(@Operator() operator: OperatorIdentity): Promise<Reply<null>> {
    await this.logOut.execute(operator);
    return noContent().with('Set-Cookie', this.cookie.clear());
  }
}
