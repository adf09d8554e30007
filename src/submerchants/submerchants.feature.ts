import { defineFeature } from '../common/features';
import { SUBMERCHANT_EVENTS } from './submerchant.events';
import { submerchantInvariants } from './submerchant.invariants';
import { SubmerchantsModule } from './submerchants.module';

export const submerchantsFeature = defineFeature({
  name: 'submerchants',
  api: [SubmerchantsModule],
  invariants: submerchantInvariants,
  rateLimit: { queries: ['/v1/submerchants'] },
  events: [SUBMERCHANT_EVENTS],
});
