import { defineFeature } from '../common/features';
import { ReceivablesModule } from './receivables.module';

export const receivablesFeature = defineFeature({
  name: 'receivables',
  api: [ReceivablesModule],
  worker: [ReceivablesModule],
});
