import { defineFeature } from '../common/features';
import { AuthApiModule, AuthModule, AuthWorkerModule } from './auth.module';
import { RotateTotpSecretsUseCase } from './second-factor/rotate-totp-secrets.use-case';
import { SweepLogInsTask } from './sessions/sweep-log-ins.task';

export const authFeature = defineFeature({
  name: 'auth',
  api: [AuthApiModule],
  worker: [AuthWorkerModule],
  commandLine: [AuthModule],
  tasks: [SweepLogInsTask],
  rotations: [RotateTotpSecretsUseCase],
});
