import { defineFeature } from '../common/features';
import { TermsApiModule, TermsModule } from './terms.module';

export const termsFeature = defineFeature({
  name: 'terms',
  api: [TermsApiModule],
  commandLine: [TermsModule],
});
