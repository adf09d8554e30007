import type { ProviderInstallation } from '../provider-installation';
import { SandboxChargesController } from './sandbox-charges.controller';
import { SandboxChargesService } from './sandbox-charges.service';
import { SandboxFaults } from './sandbox-faults';
import { SandboxNotifications } from './sandbox-notifications';
import { SandboxProvider } from './sandbox-provider';
import { SandboxStore } from './sandbox-store';
import { SweepSandboxNotifications } from './sweep-sandbox-notifications';

/** The built-in provider of test merchants (contract §2). */
export const sandbox: ProviderInstallation = {
  adapter: SandboxProvider,
  serves: 'test',
  services: [SandboxStore, SandboxFaults, SandboxNotifications, SandboxChargesService],
  controllers: [SandboxChargesController],
  tasks: [SweepSandboxNotifications],
};
