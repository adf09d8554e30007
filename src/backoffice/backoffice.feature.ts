import { defineFeature } from '../common/features';

/** The pages. What they speak to lives with the features that they show. */
export const backofficeFeature = defineFeature({ name: 'backoffice' });
