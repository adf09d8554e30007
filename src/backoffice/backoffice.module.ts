import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { ChargesModule } from '../charges';
import { SubmerchantsModule } from '../submerchants';
import { AuditController } from './api/audit/audit.controller';
import { AuditEntries } from './api/audit/audit-entries';
import { DeskCharges } from './api/charges/desk-charges';
import { DeskChargesController } from './api/charges/desk-charges.controller';
import { DeskKeysController } from './api/merchants/desk-keys.controller';
import { DeskLimitsController } from './api/merchants/desk-limits.controller';
import { DeskMerchants } from './api/merchants/desk-merchants';
import { DeskMerchantsController } from './api/merchants/desk-merchants.controller';

/** The operators' desk: what they may see and change besides cases (contract §8). */
@Module({
  imports: [AuthModule, SubmerchantsModule, ChargesModule],
  controllers: [
    AuditController,
    DeskMerchantsController,
    DeskLimitsController,
    DeskKeysController,
    DeskChargesController,
  ],
  providers: [AuditEntries, DeskMerchants, DeskCharges],
})
export class BackofficeModule {}
