import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { commonErrors } from '../errors';
import { ok, type Reply } from '../http';
import { HealthChecks, type HealthStatus } from './health-checks';

/** For load balancers and orchestrators; names no host and no version (contract §10). */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthChecks) {}

  /** The process runs and answers. */
  @Get('live')
  live(): Reply<{ status: 'live' }> {
    return ok('The process runs.', { status: 'live' });
  }

  /** The process can do its work: what it needs is there. */
  @Get('ready')
  async ready(): Promise<Reply<{ status: 'ready'; checks: Record<string, HealthStatus> }>> {
    const { ready, checks } = await this.health.run();
    if (ready) return ok('The process can do its work.', { status: 'ready', checks });
    const down = Object.keys(checks).filter((name) => checks[name] === 'down');
    throw commonErrors.UNAVAILABLE({
      retryAfterSeconds: 1,
      details: down.map((name) => ({ field: name, code: 'down', message: 'does not answer as it should' })),
    });
  }
}
