import { Module } from '@nestjs/common';
import { AdaptersService } from './adapters.service';
import { ProviderTimeoutService } from './provider-timeout.service';
import { SandboxAdapter } from './sandbox/sandbox.adapter';
import { SandboxFaults } from './sandbox/sandbox-faults';
import { SandboxNotificationsService } from './sandbox/sandbox-notifications.service';
import { SandboxPayerService } from './sandbox/sandbox-payer.service';
import { SandboxStore } from './sandbox/sandbox-store';
import { SubjectsService } from './subjects.service';

const SERVICES = [
  AdaptersService,
  ProviderTimeoutService,
  SandboxAdapter,
  SandboxFaults,
  SandboxNotificationsService,
  SandboxPayerService,
  SandboxStore,
  SubjectsService,
];

/** What the API and the worker both need to talk to providers. */
@Module({ providers: SERVICES, exports: SERVICES })
export class ProvidersModule {}
