import { Module } from '@nestjs/common';
import { SubmerchantsModule } from '../submerchants';
import { AwaitOutcomeUseCase } from './create/await-outcome.use-case';
import { ChargeOperationsService } from './operations/charge-operations.service';
import { ChargesCoreModule } from './charges-core.module';
import { ChargesController } from './charges.controller';
import { CreateChargeUseCase } from './create/create-charge.use-case';
import { OutcomeWaiterService } from './create/outcome-waiter.service';
import { QrCodeDrawerService } from './methods/pix/qr-code-drawer.service';
import { QrCodesController } from './methods/pix/qr-codes.controller';
import { RecipientsService } from './create/recipients.service';
import { RefundChargeUseCase } from './refund/refund-charge.use-case';
import { RefundsController } from './refund/refunds.controller';
import { ChargeReader } from './charge.reader';
import { PreviewChargeUseCase } from './create/preview-charge.use-case';
import { RefundReader } from './refund/refund.reader';
import { ChargeDetailsReader } from './charge-details.reader';
import { SandboxChargesController } from './sandbox/sandbox-charges.controller';
import { SandboxChargesService } from './sandbox/sandbox-charges.service';

/** Charges and refunds as the API process serves them. */
@Module({
  imports: [ChargesCoreModule, SubmerchantsModule],
  controllers: [ChargesController, QrCodesController, RefundsController, SandboxChargesController],
  providers: [
    AwaitOutcomeUseCase,
    ChargeDetailsReader,
    ChargeReader,
    PreviewChargeUseCase,
    RefundReader,
    ChargeOperationsService,
    CreateChargeUseCase,
    OutcomeWaiterService,
    QrCodeDrawerService,
    RecipientsService,
    RefundChargeUseCase,
    SandboxChargesService,
  ],
  exports: [ChargesCoreModule, ChargeDetailsReader],
})
export class ChargesModule {}
