import { defineFeature } from '../common/features';
import { VerificationModule, VerificationWorkerModule } from './verification.module';
import { VerifyInvariantsTask } from './verify-invariants.task';

export const verificationFeature = defineFeature({
  name: 'verification',
  api: [VerificationModule],
  worker: [VerificationWorkerModule],
  tasks: [VerifyInvariantsTask],
});
