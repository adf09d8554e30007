export { AuthModule } from './auth.module';
export { authenticate } from './credentials/authenticate.middleware';
export { Authenticator } from './credentials/authenticator';
export { Merchant, Operator, ReadOnly, Roles, SessionOnly, TestModeOnly } from './decorators';
export { AccessGuard, BasicAuthGuard } from './guards';
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
export { ApiKeysService, type IssuedKeyPair } from './merchants/api-keys.service';
export { ApiKey as ApiKeyRecord } from './merchants/api-key.entity';
export { MAX_KEY_DAYS, MAX_MERCHANT_NAME, MAX_REQUESTS_PER_WINDOW } from './merchants/merchant-bounds';
export { MerchantListQuery } from './merchants/merchant-list.query';
export { Merchant as MerchantRecord } from './merchants/merchant.entity';
export { MerchantsService, type OwnLimits } from './merchants/merchants.service';
export { Operator as OperatorRecord } from './operators/operator.entity';
export { OperatorsService } from './operators/operators.service';
export { SessionCookie } from './sessions/session-cookie';
export { Sessions } from './sessions/sessions';
export { SweepLogIns } from './sessions/sweep-log-ins';
export { authFeature } from './auth.feature';
