import { Module } from '@nestjs/common';
import { SubmerchantsModule } from '../submerchants';
import { AwaitOutcomeUseCase } from './create/await-outcome.use-case';
import { CallAboutChargeUseCase } from './capture/call-about-charge.use-case';
import { CaptureChargeUseCase } from './capture/capture-charge.use-case';
import { VoidChargeUseCase } from './capture/void-charge.use-case';
import { AuthModule } from '../auth';
import { ChargesCoreModule } from './charges-core.module';
import { ChargesController } from './charges.controller';
import { CreateChargeUseCase } from './create/create-charge.use-case';
import { OutcomeWaiterService } from './create/outcome-waiter.service';
import { DrawQrCodeUseCase } from './methods/pix/draw-qr-code.use-case';
import { QrCodeDrawerService } from './methods/pix/qr-code-drawer.service';
import { QrCodesController } from './methods/pix/qr-codes.controller';
import { NewChargeRepository } from './create/new-charge.repository';
import { RecipientsService } from './create/recipients.service';
import { WriteNewChargesUseCase } from './create/write-new-charges.use-case';
import { RefundChargeUseCase } from './refund/refund-charge.use-case';
import { RefundsController } from './refund/refunds.controller';
import { ChargeReader } from './charge.reader';
import { PreviewChargeUseCase } from './create/preview-charge.use-case';
import { RefundReader } from './refund/refund.reader';
import { OperatorChargeReader } from './operators/operator-charge.reader';
import { OperatorChargesController } from './operators/operator-charges.controller';
import { SandboxChargesController } from './sandbox/sandbox-charges.controller';
import { PlayPayerUseCase } from './sandbox/play-payer.use-case';

/** Charges and refunds as the API process serves them. */
@Module({
  imports: [AuthModule, ChargesCoreModule, SubmerchantsModule],
  controllers: [
    ChargesController,
    OperatorChargesController,
    QrCodesController,
    RefundsController,
    SandboxChargesController,
  ],
  providers: [
    AwaitOutcomeUseCase,
    CallAboutChargeUseCase,
    CaptureChargeUseCase,
    OperatorChargeReader,
    PlayPayerUseCase,
    VoidChargeUseCase,
    ChargeReader,
    PreviewChargeUseCase,
    RefundReader,
    CreateChargeUseCase,
    OutcomeWaiterService,
    DrawQrCodeUseCase,
    NewChargeRepository,
    QrCodeDrawerService,
    RecipientsService,
    RefundChargeUseCase,
    WriteNewChargesUseCase,
  ],
})
export class ChargesModule {}
