import { Module } from '@nestjs/common';
import { Authenticator } from './credentials/authenticator';
import { CredentialRepository } from './credentials/credential.repository';
import { ApiKeysService } from './merchants/api-keys.service';
import { MerchantController } from './merchants/merchant.controller';
import { MerchantsService } from './merchants/merchants.service';
import { OperatorAdministration } from './operators/operator-administration';
import { OperatorsController } from './operators/operators.controller';
import { OperatorsService } from './operators/operators.service';
import { Passwords } from './operators/passwords';
import { RecoveryCodes } from './second-factor/recovery-codes';
import { RotateTotpSecrets } from './second-factor/rotate-totp-secrets';
import { SecondFactor } from './second-factor/second-factor';
import { SecondFactorController } from './second-factor/second-factor.controller';
import { ChangePassword } from './sessions/change-password';
import { LogIn } from './sessions/log-in';
import { LoginAttempts } from './sessions/login-attempts';
import { SessionCookie } from './sessions/session-cookie';
import { SessionController } from './sessions/session.controller';
import { Sessions } from './sessions/sessions';
import { SweepLogIns } from './sessions/sweep-log-ins';

const CREDENTIALS = [CredentialRepository, Authenticator];

/** Who may do what: merchants, operators, their key pairs and sessions. */
@Module({
  controllers: [MerchantController, SessionController, SecondFactorController, OperatorsController],
  providers: [
    ...CREDENTIALS,
    MerchantsService,
    ApiKeysService,
    OperatorsService,
    OperatorAdministration,
    Passwords,
    Sessions,
    SessionCookie,
    LoginAttempts,
    LogIn,
    ChangePassword,
    SecondFactor,
    RecoveryCodes,
    RotateTotpSecrets,
  ],
  exports: [Authenticator, SessionCookie, MerchantsService, ApiKeysService, OperatorsService],
})
export class AuthModule {}

/** What the worker does for operators: what has ended goes. */
@Module({
  providers: [...CREDENTIALS, Sessions, LoginAttempts, SweepLogIns],
  exports: [SweepLogIns],
})
export class AuthWorkerModule {}
