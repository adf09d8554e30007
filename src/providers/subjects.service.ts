import { Injectable } from '@nestjs/common';
import type { Tx } from '../database';

/** What a provider tells of its own accord about a payment. */
export type ProviderNotification =
  | {
      readonly kind: 'paid';
      readonly provider: string;
      readonly reference: string;
      readonly endToEndId: string | null;
      readonly at: Date;
    }
  | { readonly kind: 'chargeback'; readonly provider: string; readonly reference: string };

/** What providers are asked about, and tell of: the feature that owns it registers itself. */
export interface ProviderSubject {
  readonly type: string;
  /** Takes a notification; false when it has to be told again later. */
  notified(tx: Tx, notification: ProviderNotification): Promise<boolean>;
}

/** The subjects of this process. */
@Injectable()
export class SubjectsService {
  private readonly subjects = new Map<string, ProviderSubject>();

  register(subject: ProviderSubject): void {
    this.subjects.set(subject.type, subject);
  }

  async notify(tx: Tx, notification: ProviderNotification): Promise<boolean> {
    for (const subject of this.subjects.values()) {
      if (await subject.notified(tx, notification)) return true;
    }
    return false;
  }
}
