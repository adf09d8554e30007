import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { commonErrors } from '../../common/errors';
import { contextOf, noContent, type Reply, RouteId } from '../../common/http';
import { ReceiveNotificationUseCase } from './receive-notification.use-case';

/** Where institutions tell us of payments: each account has its own address, and its adapter judges who speaks. */
@ApiExcludeController()
@Controller('providers/:account/notifications')
export class ProviderNotificationsController {
  constructor(private readonly receive: ReceiveNotificationUseCase) {}

  @Post()
  @HttpCode(204)
  async notify(
    @RouteId('account') accountId: string,
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<Reply> {
    if (!Buffer.isBuffer(body)) throw commonErrors.UNAUTHORIZED();
    const { headers } = request;
    await this.receive.execute(accountId, { headers, body }, contextOf(request).requestId);
    return noContent();
  }
}
