export { logRequests } from './log-requests';
export { RequestLogService } from './request-log.service';
export { requestsFeature } from './requests.feature';
