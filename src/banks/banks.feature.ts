import { defineFeature } from '../common/features';
import { BanksApiModule } from './banks.module';

export const banksFeature = defineFeature({
  name: 'banks',
  api: [BanksApiModule],
  rateLimit: { queries: ['/v1/banks'] },
});
