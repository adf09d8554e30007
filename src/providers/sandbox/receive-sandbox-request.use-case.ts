import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { TxRunner } from '../../database';
import { type ProviderOutcome, ProviderUnanswered } from '../provider.port';
import { type SandboxCall, type SandboxFaultKind, SandboxFaultRepository } from './sandbox-fault.repository';
import { type Query, SandboxRepository } from './sandbox.repository';

const CALL_FAULTS = ['slow', 'silent', 'lost', 'refused', 'busy'] as const;
const REFUSALS: Partial<Readonly<Record<SandboxFaultKind, ProviderOutcome>>> = {
  refused: {
    kind: 'refused',
    code: 'not_possible',
    message: 'The sandbox was told to refuse.',
    retryable: false,
  },
  busy: {
    kind: 'refused',
    code: 'try_later',
    message: 'The sandbox was told to refuse this time.',
    retryable: true,
  },
};

export interface SandboxRequest {
  /** Of whoever asks: the same request has the same. */
  readonly key: string;
  readonly kind: SandboxCall;
  readonly reference: string;
}

/** Takes a request to the sandbox: each key once, and as badly as the sandbox was told to (docs/sandbox.md). */
@Injectable()
export class ReceiveSandboxRequestUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly store: SandboxRepository,
    private readonly faults: SandboxFaultRepository,
  ) {}

  async execute(
    request: SandboxRequest,
    act: (query: Query) => Promise<ProviderOutcome>,
  ): Promise<{ outcome: ProviderOutcome; repeated: boolean }> {
    const fault = await this.faults.take(request.kind, request.reference, CALL_FAULTS);
    if (fault?.kind === 'lost') throw new ProviderUnanswered();
    if (fault?.kind === 'slow') await sleep(fault.delayMs);
    const refusal = fault === null ? undefined : REFUSALS[fault.kind];
    const answer = await this.transactions.run((tx) =>
      this.store.once(tx, request, refusal === undefined ? act : async () => refusal),
    );
    if (fault?.kind === 'silent') throw new ProviderUnanswered();
    return answer;
  }
}
