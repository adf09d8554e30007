export { DestinationResponse, toDestinationResponse } from './destination.response';
export { destinationTransitions } from './destination.transitions';
export { destinationsFeature } from './destinations.feature';
export { DestinationsModule } from './destinations.module';
export { maskedBut, maskedPixKey } from './keys/pix-key.rules';
export { type PayableDestination, PayableDestinationsService } from './payable/payable-destinations.service';
