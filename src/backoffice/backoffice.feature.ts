import { defineFeature } from '../common/features';
import { BackofficeModule } from './backoffice.module';

export const backofficeFeature = defineFeature({ name: 'backoffice', api: [BackofficeModule] });
