import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { ChargesModule } from '../charges';
import { SubmerchantsModule } from '../submerchants';
import { DeskCharges } from './api/charges/desk-charges';
import { DeskChargesController } from './api/charges/desk-charges.controller';

/** The operators' desk: what they may see and change besides cases (contract §8). */
@Module({
  imports: [AuthModule, SubmerchantsModule, ChargesModule],
  controllers: [DeskChargesController],
  providers: [DeskCharges],
})
export class BackofficeModule {}
