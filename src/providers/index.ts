export { AdaptersService, boletoPort, cardPort, paymentPort, pixPort } from './adapters.service';
export type {
  BoletoInstructions,
  BoletoRequest,
  CardPort,
  Payer,
  PixInstructions,
  PixRequest,
  ProviderAdapter,
  ProviderOutcome,
  TokenizedCard,
} from './provider.port';
export { ProviderTimeoutService } from './provider-timeout.service';
export { ProvidersModule } from './providers.module';
export { providersFeature } from './providers.feature';
export { SandboxPayerService } from './sandbox/sandbox-payer.service';
export type { WrittenNotification } from './sandbox/sandbox-store';
export { type ProviderNotification, type ProviderSubject, SubjectsService } from './subjects.service';
