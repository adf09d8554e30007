import { defineFeature } from '../common/features';
import { AuthModule, AuthWorkerModule } from './auth.module';
import { RotateTotpSecrets } from './second-factor/rotate-totp-secrets';
import { SweepLogIns } from './sessions/sweep-log-ins';

export const authFeature = defineFeature({
  name: 'auth',
  api: [AuthModule],
  worker: [AuthWorkerModule],
  commandLine: [AuthModule],
  tasks: [SweepLogIns],
  rotations: [RotateTotpSecrets],
});
