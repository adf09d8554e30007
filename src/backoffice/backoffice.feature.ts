import { defineFeature } from '../common/features';
import { BackofficeModule } from './backoffice.module';

/** The pages. What they speak to lives with the features that they show, but for the board of the queues, which are nobody's. */
export const backofficeFeature = defineFeature({ name: 'backoffice', api: [BackofficeModule] });
