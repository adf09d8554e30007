import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { ChargesModule } from '../charges';
import { SubmerchantsModule } from '../submerchants';
import { DeskCharges } from './api/charges/desk-charges';
import { DeskChargesController } from './api/charges/desk-charges.controller';
import { OperatorSubmerchantsController } from './api/submerchants/operator-submerchants.controller';

/** The operators' desk: what they may see and change besides cases (contract §8). */
@Module({
  imports: [AuthModule, SubmerchantsModule, ChargesModule],
  controllers: [OperatorSubmerchantsController, DeskChargesController],
  providers: [DeskCharges],
})
export class BackofficeModule {}
