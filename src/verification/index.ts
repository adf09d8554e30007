export { verificationFeature } from './verification.feature';
