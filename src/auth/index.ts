export { AccessGuard } from './access.guard';
export { CreateOperatorUseCase } from './administration/create-operator.use-case';
export { DisableOperatorUseCase } from './administration/disable-operator.use-case';
export { ResetTotpUseCase } from './administration/reset-totp.use-case';
export { SetPasswordUseCase } from './administration/set-password.use-case';
export { UnlockOperatorUseCase } from './administration/unlock-operator.use-case';
export { ApiKeyReader } from './api-keys/api-key.reader';
export { IssueApiKeyUseCase } from './api-keys/issue-api-key.use-case';
export { RevokeApiKeyUseCase } from './api-keys/revoke-api-key.use-case';
export { RecordTaxNumberSearchUseCase } from './audit/record-tax-number-search.use-case';
export { authFeature } from './auth.feature';
export { AuthModule } from './auth.module';
export { AuthenticateUseCase } from './authentication/authenticate.use-case';
export { authenticate } from './authentication/authentication.middleware';
export { MAX_KEY_DAYS } from './authentication/key-pair';
export { PortalCookieService } from './authentication/portal-cookie.service';
export { SessionCookieService } from './authentication/session-cookie.service';
export { AuthenticationGuard } from './authentication.guard';
export {
  identityOf,
  InPortal,
  Merchant,
  MovesMoney,
  Operator,
  ReadOnly,
  Roles,
  SessionOnly,
  TestModeOnly,
} from './decorators';
export {
  type Identity,
  MERCHANT_MODES,
  type MerchantIdentity,
  type MerchantMode,
  OPERATOR_ROLES,
  type OperatorIdentity,
  type OperatorRole,
  type Scope,
  SCOPES,
} from './identity';
export { MAX_REQUESTS_PER_WINDOW } from './merchants/limits/change-limits.body';
export { ChangeLimitsUseCase } from './merchants/limits/change-limits.use-case';
export { MAX_MERCHANT_NAME } from './merchants/create-merchant.body';
export { ChangeCoolingOffUseCase } from './merchants/cooling-off/change-cooling-off.use-case';
export { MAX_COOLING_OFF_HOURS } from './merchants/cooling-off/cooling-off.rules';
export { ChangeTaxIdUseCase } from './merchants/change-tax-id.use-case';
export { CreateMerchantUseCase } from './merchants/create-merchant.use-case';
export { MerchantReader, type MerchantSummary } from './merchants/merchant.reader';
export { type MerchantOwner, MerchantWallets } from './merchants/merchant-wallets.port';
export { SubmerchantCounter } from './merchants/submerchant-counter.port';
export { IssueOperatorKeyUseCase } from './operators/issue-operator-key.use-case';
export { OperatorReader, type OperatorSummary } from './operators/operator.reader';
export {
  type WaitingDecision,
  secondOperatorErrors,
  secondOperatorRequired,
} from './second-operator/second-operator.errors';
export { type Account, type Hindrance, HINDRANCES } from './second-operator/second-operator.rules';
export { SecondOperatorService } from './second-operator/second-operator.service';
export { RevokeOperatorKeyUseCase } from './operators/revoke-operator-key.use-case';
export { PORTAL_PATH } from './portal/portal-token.rules';
