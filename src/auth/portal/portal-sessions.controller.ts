import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiNoContent,
  ApiReply,
  contextOf,
  IdempotencyKey,
  type IdempotencyRequest,
  noContent,
  ok,
  type Reply,
} from '../../common/http';
import { PortalCookieService } from '../authentication/portal-cookie.service';
import { identityOf, InPortal, Merchant, PortalOnly, Public } from '../decorators';
import type { MerchantIdentity } from '../identity';
import { ClosePortalUseCase } from './close-portal.use-case';
import { CreatePortalLinkBody } from './create-portal-link.body';
import { CreatePortalLinkUseCase } from './create-portal-link.use-case';
import { OpenPortalBody } from './open-portal.body';
import { OpenPortalUseCase } from './open-portal.use-case';
import { PortalSessionReader } from './portal-session.reader';
import {
  PortalLinkResponse,
  PortalSessionResponse,
  toPortalSessionResponse,
} from './portal-session.response';

@ApiTags('Portal')
@Controller('v1/portal-sessions')
export class PortalSessionsController {
  constructor(
    private readonly links: CreatePortalLinkUseCase,
    private readonly opening: OpenPortalUseCase,
    private readonly closing: ClosePortalUseCase,
    private readonly sessions: PortalSessionReader,
    private readonly cookie: PortalCookieService,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Make a link that opens your portal once' })
  @ApiReply(201, PortalLinkResponse, 'The link: send the browser of whoever asked there.')
  @ApiErrors(commonErrors.NOT_FOUND)
  create(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: CreatePortalLinkBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.links.execute(merchant, body, key);
  }

  @Post('current')
  @HttpCode(200)
  @Public()
  @ApiOperation({
    summary: 'Open a link, as the portal’s page does: the answer sets the cookie',
    security: [],
  })
  @ApiReply(200, PortalSessionResponse, 'The session has begun.')
  async open(@Body() body: OpenPortalBody, @Req() request: Request): Promise<Reply<PortalSessionResponse>> {
    const before = identityOf(request);
    const { address, requestId } = contextOf(request);
    const { token, details } = await this.opening.execute({
      link: body.token,
      address,
      requestId,
      replaces:
        before?.kind === 'merchant' && before.portal !== null
          ? { merchantId: before.merchantId, visit: before.portal }
          : null,
    });
    const reply = ok('The portal is open.', toPortalSessionResponse(details));
    return reply.with('Set-Cookie', this.cookie.set(token)).with('Cache-Control', 'no-store');
  }

  @Get('current')
  @InPortal('everybody')
  @PortalOnly()
  @ApiOperation({ summary: 'Whose portal is open, and for how long' })
  @ApiReply(200, PortalSessionResponse, 'The session of the cookie.')
  async read(@Merchant() merchant: MerchantIdentity): Promise<Reply<PortalSessionResponse>> {
    const details = await this.sessions.get(merchant);
    return ok('This is your session.', toPortalSessionResponse(details)).with('Cache-Control', 'no-store');
  }

  @Delete('current')
  @HttpCode(204)
  @InPortal('everybody')
  @PortalOnly()
  @ApiOperation({ summary: 'Close the portal' })
  @ApiNoContent('The session has ended.')
  async end(@Merchant() merchant: MerchantIdentity): Promise<Reply<null>> {
    await this.closing.execute(merchant);
    return noContent().with('Set-Cookie', this.cookie.clear());
  }
}
