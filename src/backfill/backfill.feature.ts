import { defineFeature } from '../common/features';
import { BackfillModule } from './backfill.module';

export const backfillFeature = defineFeature({
  name: 'backfill',
  api: [BackfillModule],
  worker: [BackfillModule],
  commandLine: [BackfillModule],
});
