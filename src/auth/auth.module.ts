import { Module } from '@nestjs/common';
import { ChangePasswordUseCase } from './account/change-password.use-case';
import { ConfirmTotpUseCase } from './account/confirm-totp.use-case';
import { EnrolTotpUseCase } from './account/enrol-totp.use-case';
import { PasswordProofService } from './account/password-proof.service';
import { PasswordController } from './account/password.controller';
import { ProvePasswordUseCase } from './account/prove-password.use-case';
import { RemoveTotpUseCase } from './account/remove-totp.use-case';
import { SecondFactorController } from './account/second-factor.controller';
import { ChangeOperatorUseCase } from './administration/change-operator.use-case';
import { CreateOperatorUseCase } from './administration/create-operator.use-case';
import { DisableOperatorUseCase } from './administration/disable-operator.use-case';
import { OperatorAccessService } from './administration/operator-access.service';
import { OperatorPageReader } from './administration/operator-page.reader';
import { OperatorsController } from './administration/operators.controller';
import { ResetTotpUseCase } from './administration/reset-totp.use-case';
import { SetPasswordUseCase } from './administration/set-password.use-case';
import { UnlockOperatorUseCase } from './administration/unlock-operator.use-case';
import { ApiKeyReader } from './api-keys/api-key.reader';
import { ApiKeyRepository } from './api-keys/api-key.repository';
import { ApiKeyService } from './api-keys/api-key.service';
import { IssueApiKeyUseCase } from './api-keys/issue-api-key.use-case';
import { MerchantApiKeysController } from './api-keys/merchant-api-keys.controller';
import { OperatorApiKeysController } from './api-keys/operator-api-keys.controller';
import { RevokeApiKeyUseCase } from './api-keys/revoke-api-key.use-case';
import { AuditEntryRepository } from './audit/audit-entry.repository';
import { AuditNameRepository } from './audit/audit-name.repository';
import { AuditReader } from './audit/audit.reader';
import { OperatorAuditController } from './audit/operator-audit.controller';
import { RecordTaxNumberSearchUseCase } from './audit/record-tax-number-search.use-case';
import { AuthenticateUseCase } from './authentication/authenticate.use-case';
import { CredentialCacheService } from './authentication/credential-cache.service';
import { CredentialRepository } from './authentication/credential.repository';
import { PortalCookieService } from './authentication/portal-cookie.service';
import { SessionCookieService } from './authentication/session-cookie.service';
import { ChangeCoolingOffUseCase } from './merchants/cooling-off/change-cooling-off.use-case';
import { ChangeTaxIdUseCase } from './merchants/change-tax-id.use-case';
import { ChangeLimitsUseCase } from './merchants/limits/change-limits.use-case';
import { CreateMerchantUseCase } from './merchants/create-merchant.use-case';
import { MerchantController } from './merchants/merchant.controller';
import { MerchantReader } from './merchants/merchant.reader';
import { MerchantRepository } from './merchants/merchant.repository';
import { OperatorMerchantLimitsController } from './merchants/limits/operator-merchant-limits.controller';
import { OperatorMerchantReader } from './merchants/operator-merchant.reader';
import { OperatorMerchantsController } from './merchants/operator-merchants.controller';
import { IssueOperatorKeyUseCase } from './operators/issue-operator-key.use-case';
import { OperatorKeyRepository } from './operators/operator-key.repository';
import { OperatorReader } from './operators/operator.reader';
import { OperatorRepository } from './operators/operator.repository';
import { PasswordService } from './operators/password.service';
import { RevokeOperatorKeyUseCase } from './operators/revoke-operator-key.use-case';
import { ClosePortalUseCase } from './portal/close-portal.use-case';
import { CreatePortalLinkUseCase } from './portal/create-portal-link.use-case';
import { OpenPortalUseCase } from './portal/open-portal.use-case';
import { PortalSessionReader } from './portal/portal-session.reader';
import { PortalSessionRepository } from './portal/portal-session.repository';
import { PortalSessionsController } from './portal/portal-sessions.controller';
import { RecoveryCodeRepository } from './second-factor/recovery-code.repository';
import { RecoveryCodeService } from './second-factor/recovery-code.service';
import { RotateTotpSecretsUseCase } from './second-factor/rotate-totp-secrets.use-case';
import { SecondFactorService } from './second-factor/second-factor.service';
import { SecondOperatorService } from './second-operator/second-operator.service';
import { LogInUseCase } from './sessions/log-in.use-case';
import { LogOutUseCase } from './sessions/log-out.use-case';
import { FailedLogInsService } from './sessions/failed-log-ins.service';
import { LoginAttemptRepository } from './sessions/login-attempt.repository';
import { LoginFailureRepository } from './sessions/login-failure.repository';
import { OperatorSessionRepository } from './sessions/operator-session.repository';
import { SessionController } from './sessions/session.controller';
import { SessionReader } from './sessions/session.reader';
import { SessionService } from './sessions/session.service';
import { SweepLogInsTask } from './sessions/sweep-log-ins.task';

const MERCHANTS = [
  MerchantReader,
  CreateMerchantUseCase,
  ChangeTaxIdUseCase,
  ChangeCoolingOffUseCase,
  ChangeLimitsUseCase,
];
const API_KEYS = [ApiKeyReader, IssueApiKeyUseCase, RevokeApiKeyUseCase];
const OPERATORS = [
  OperatorReader,
  CreateOperatorUseCase,
  SetPasswordUseCase,
  DisableOperatorUseCase,
  UnlockOperatorUseCase,
  ResetTotpUseCase,
  IssueOperatorKeyUseCase,
  RevokeOperatorKeyUseCase,
];
const REPOSITORIES = [
  MerchantRepository,
  ApiKeyRepository,
  OperatorRepository,
  OperatorKeyRepository,
  OperatorSessionRepository,
  LoginAttemptRepository,
  LoginFailureRepository,
  RecoveryCodeRepository,
];
const SERVICES = [
  ApiKeyService,
  PasswordService,
  OperatorAccessService,
  SecondFactorService,
  RecoveryCodeService,
  SecondOperatorService,
];

/**
 * Merchants and operators, and what opens doors to them: for the command line and for other features. Needs MerchantWallets,
 * which wallets provide to the whole process.
 */
@Module({
  providers: [
    ...REPOSITORIES,
    ...SERVICES,
    ...MERCHANTS,
    ...API_KEYS,
    ...OPERATORS,
    RotateTotpSecretsUseCase,
    RecordTaxNumberSearchUseCase,
  ],
  exports: [
    ...REPOSITORIES,
    ...SERVICES,
    ...MERCHANTS,
    ...API_KEYS,
    ...OPERATORS,
    RotateTotpSecretsUseCase,
    RecordTaxNumberSearchUseCase,
  ],
})
export class AuthModule {}

/** The same over HTTP, and who sends a request. Needs a SubmerchantCounter, which submerchants provides. */
@Module({
  imports: [AuthModule],
  controllers: [
    MerchantController,
    MerchantApiKeysController,
    PortalSessionsController,
    SessionController,
    PasswordController,
    SecondFactorController,
    OperatorsController,
    OperatorMerchantsController,
    OperatorMerchantLimitsController,
    OperatorApiKeysController,
    OperatorAuditController,
  ],
  providers: [
    CredentialRepository,
    CredentialCacheService,
    AuthenticateUseCase,
    SessionCookieService,
    PortalCookieService,
    PortalSessionRepository,
    PortalSessionReader,
    CreatePortalLinkUseCase,
    OpenPortalUseCase,
    ClosePortalUseCase,
    SessionService,
    SessionReader,
    FailedLogInsService,
    LogInUseCase,
    LogOutUseCase,
    ProvePasswordUseCase,
    PasswordProofService,
    ChangePasswordUseCase,
    EnrolTotpUseCase,
    ConfirmTotpUseCase,
    RemoveTotpUseCase,
    OperatorMerchantReader,
    OperatorPageReader,
    ChangeOperatorUseCase,
    AuditEntryRepository,
    AuditNameRepository,
    AuditReader,
  ],
  exports: [AuthModule, AuthenticateUseCase, SessionCookieService, PortalCookieService],
})
export class AuthApiModule {}

/** What the worker does for operators: what has ended goes. */
@Module({
  providers: [
    OperatorSessionRepository,
    PortalSessionRepository,
    LoginAttemptRepository,
    LoginFailureRepository,
    SweepLogInsTask,
  ],
  exports: [SweepLogInsTask],
})
export class AuthWorkerModule {}
