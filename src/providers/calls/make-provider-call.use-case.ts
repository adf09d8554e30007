import { Injectable, Logger } from '@nestjs/common';
import type { Histogram } from 'prom-client';
import { errorMessage, IdGenerator } from '../../common';
import { Metrics } from '../../common/metrics';
import { Tracing } from '../../common/tracing';
import { type Tx, TxRunner } from '../../database';
import { type OpenAccount, ProviderAccountsService } from '../accounts/provider-accounts.service';
import type { ProviderOutcome } from '../provider.port';
import { ProviderReferenceRepository } from '../provider-reference.repository';
import { ProviderTimeoutService } from '../provider-timeout.service';
import type { ProviderSubject, Settlement } from '../subjects.service';
import type { ProviderCallRecord } from './provider-call.types';
import { ProviderCallRepository } from './provider-call.repository';
import { WriteOutcomeUseCase } from './write-outcome.use-case';

/** A refusal that may be repeated is final after so many: about three quarters of an hour. */
const MAX_REFUSALS = 15;

type Ask = (account: OpenAccount) => Promise<ProviderOutcome>;

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

/**
 * Asks providers and has their answers written down (decision 0014). Between the two the process may die: then the call is due again
 * after its lease, and the next one looks it up under the same key before it asks.
 */
@Injectable()
export class MakeProviderCallUseCase {
  private readonly logger = new Logger(MakeProviderCallUseCase.name);
  private readonly durations: Histogram<'kind' | 'outcome'>;

  constructor(
    private readonly transactions: TxRunner,
    private readonly calls: ProviderCallRepository,
    private readonly references: ProviderReferenceRepository,
    private readonly accounts: ProviderAccountsService,
    private readonly outcomes: WriteOutcomeUseCase,
    private readonly timeout: ProviderTimeoutService,
    private readonly ids: IdGenerator,
    private readonly tracing: Tracing,
    metrics: Metrics,
  ) {
    this.durations = metrics.histogram(
      'repasse_provider_call_duration_seconds',
      'Duration of calls to payment providers, by kind and outcome',
      BUCKETS_SECONDS,
      ['kind', 'outcome'],
    );
  }

  /**
   * Makes a call that the caller has claimed; null when there is no final answer, and it goes on by itself.
   * @param begun what the transaction that wrote the call had locked, where that was this caller's
   */
  execute<Locked>(
    call: ProviderCallRecord,
    subject: ProviderSubject<Locked>,
    begun: Locked | null = null,
  ): Promise<Settlement | null> {
    const { id, kind, attempts, traceContext: parent } = call;
    const facts = { 'repasse.call_id': id, 'repasse.call_kind': kind, 'repasse.attempt': attempts };
    return this.tracing.span(`provider call ${kind}`, { parent, facts }, () =>
      this.askAndWrite(call, subject, begun),
    );
  }

  private async askAndWrite<Locked>(
    call: ProviderCallRecord,
    subject: ProviderSubject<Locked>,
    begun: Locked | null,
  ): Promise<Settlement | null> {
    const outcome = await this.ask(call, (account) => subject.ask(call, account, begun));
    if (outcome === null || outcome.kind === 'pending') {
      await this.transactions.run(async (tx) => {
        await this.calls.giveBack(tx, call);
        if (outcome !== null) await this.remember(tx, call, outcome.reference);
      });
      return null;
    }
    if (outcome.kind === 'refused' && this.isRepeated(call, outcome.retryable, subject)) {
      const key = this.ids.next();
      await this.transactions.run((tx) => this.calls.repeatLater(tx, call, outcome.code, key));
      return null;
    }
    return this.outcomes.execute({ call, outcome }, subject, begun);
  }

  private isRepeated<Locked>(
    call: ProviderCallRecord,
    retryable: boolean,
    subject: ProviderSubject<Locked>,
  ): boolean {
    return retryable && call.refusals < MAX_REFUSALS && subject.repeats(call);
  }

  private async remember(tx: Tx, call: ProviderCallRecord, reference: string | null): Promise<void> {
    const { accountId, merchantId, subjectType, subjectId } = call;
    if (reference === null) return;
    await this.references.insert(tx, { accountId, reference, merchantId, subjectType, subjectId });
  }

  private ask(call: ProviderCallRecord, ask: Ask): Promise<ProviderOutcome | null> {
    return this.tracing.span(`provider ${call.kind}`, { kind: 'client' }, async (span) => {
      const outcome = await this.answerOf(call, ask);
      span.note({ 'repasse.outcome': outcome?.kind ?? 'no_answer' });
      if (outcome === null) span.fail('no_answer');
      return outcome;
    });
  }

  private async answerOf(call: ProviderCallRecord, ask: Ask): Promise<ProviderOutcome | null> {
    const stop = this.durations.startTimer({ kind: call.kind });
    try {
      const account = await this.accounts.get(call.accountId);
      const outcome = await this.timeout.limit(this.lookUpOrAsk(call, account, ask));
      stop({ outcome: outcome.kind });
      return outcome;
    } catch (error) {
      stop({ outcome: 'no_answer' });
      const reason = errorMessage(error);
      this.logger.warn(`call ${call.id} (${call.kind}, attempt ${call.attempts}): ${reason}`);
      return null;
    }
  }

  private async lookUpOrAsk(
    call: ProviderCallRecord,
    account: OpenAccount,
    ask: Ask,
  ): Promise<ProviderOutcome> {
    // Asked before: what became of that comes first.
    const earlier = call.attempts > 1 ? await account.adapter.lookup(account.access, call.key) : null;
    return earlier ?? ask(account);
  }
}
