import { Controller, Get, Header, Headers } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AppConfig } from '../../config';
import { constantTimeEqual, hmac } from '../crypto';
import { commonErrors } from '../errors';
import { Metrics } from './metrics';

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {}

  /** contract §10: in production only with the token, else there is nothing here. */
  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(@Headers('authorization') authorization?: string): Promise<string> {
    if (!this.allowed(authorization ?? '')) throw commonErrors.NOT_FOUND();
    return this.metrics.registry.metrics();
  }

  private allowed(authorization: string): boolean {
    const token = this.config.metricsToken;
    if (token === null) return !this.config.isProduction;
    // Both sides hashed, so that the comparison tells neither content nor length.
    return constantTimeEqual(hmac('metrics', `Bearer ${token}`), hmac('metrics', authorization));
  }
}
