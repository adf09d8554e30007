import { Module } from '@nestjs/common';
import { SubmerchantsModule } from '../submerchants';
import { AwaitOutcomeService } from './waiting/await-outcome.service';
import { ChargeOperationsService } from './operations/charge-operations.service';
import { ChargesCoreModule } from './charges-core.module';
import { ChargesController } from './charges.controller';
import { CreateChargeService } from './creation/create-charge.service';
import { OutcomeWaiter } from './waiting/outcome-waiter';
import { QrCodeDrawer } from './pictures/qr-code-drawer';
import { QrCodesController } from './pictures/qr-codes.controller';
import { RecipientsService } from './creation/recipients.service';
import { RefundChargeService } from './refunds/refund-charge.service';
import { RefundsController } from './refunds/refunds.controller';
import { ChargeFile } from './inspection/charge-file';
import { SandboxChargesController } from './sandbox/sandbox-charges.controller';
import { SandboxChargesService } from './sandbox/sandbox-charges.service';
import { InstructionsService } from './instructions/instructions.service';

/** Charges and refunds as the API process serves them. */
@Module({
  imports: [ChargesCoreModule, SubmerchantsModule],
  controllers: [ChargesController, QrCodesController, RefundsController, SandboxChargesController],
  providers: [
    AwaitOutcomeService,
    ChargeFile,
    ChargeOperationsService,
    CreateChargeService,
    InstructionsService,
    OutcomeWaiter,
    QrCodeDrawer,
    RecipientsService,
    RefundChargeService,
    SandboxChargesService,
  ],
  exports: [ChargesCoreModule, ChargeFile],
})
export class ChargesModule {}
