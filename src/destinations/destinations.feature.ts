import { defineFeature } from '../common/features';
import { DESTINATION_EVENTS } from './destination.events';
import { destinationInvariants } from './destination.invariants';
import { DestinationsApiModule, DestinationsModule } from './destinations.module';

export const destinationsFeature = defineFeature({
  name: 'destinations',
  api: [DestinationsApiModule],
  worker: [DestinationsModule],
  invariants: destinationInvariants,
  events: [DESTINATION_EVENTS],
});
