import { Injectable } from '@nestjs/common';
import type { DisputePort } from './dispute.port';
import type { PayoutPort } from './payout.port';
import type {
  BoletoPort,
  CardPort,
  PaymentCapability,
  PaymentPort,
  PixPort,
  ProviderAdapter,
} from './provider.port';
import { SandboxAdapter } from './sandbox/sandbox.adapter';

/** The adapters of this process. A real institution is one folder more beside the sandbox, and one entry here. */
@Injectable()
export class AdaptersService {
  private readonly adapters = new Map<string, ProviderAdapter>();

  constructor(sandbox: SandboxAdapter) {
    this.register(sandbox);
  }

  /** Adds an adapter that this service was not built with; its name must be new. */
  register(adapter: ProviderAdapter): void {
    if (this.adapters.has(adapter.name)) throw new Error(`two adapters are called ${adapter.name}`);
    this.adapters.set(adapter.name, adapter);
  }

  get all(): readonly ProviderAdapter[] {
    return [...this.adapters.values()];
  }

  find(name: string): ProviderAdapter | null {
    return this.adapters.get(name) ?? null;
  }

  get(name: string): ProviderAdapter {
    const adapter = this.find(name);
    if (adapter === null) throw new Error(`no adapter is called ${name}`);
    return adapter;
  }
}

export function pixPort(adapter: ProviderAdapter): PixPort {
  return adapter.pix ?? lacks(adapter, 'pix');
}

export function boletoPort(adapter: ProviderAdapter): BoletoPort {
  return adapter.boleto ?? lacks(adapter, 'boleto');
}

export function cardPort(adapter: ProviderAdapter): CardPort {
  return adapter.cards ?? lacks(adapter, 'cards');
}

export function disputePort(adapter: ProviderAdapter): DisputePort {
  return adapter.disputes ?? lacks(adapter, 'disputes');
}

export function payoutPort(adapter: ProviderAdapter): PayoutPort {
  return adapter.payouts ?? lacks(adapter, 'payouts');
}

/** What can be asked about a payment whichever way it was paid. */
export function paymentPort(adapter: ProviderAdapter, method: PaymentCapability): PaymentPort {
  if (method === 'pix') return pixPort(adapter);
  return method === 'boleto' ? boletoPort(adapter) : cardPort(adapter);
}

function lacks(adapter: ProviderAdapter, what: string): never {
  throw new Error(`the adapter ${adapter.name} does not serve ${what}`);
}
