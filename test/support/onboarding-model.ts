import { COMPANY_DOCUMENTS, PARTNER_DOCUMENTS, PERSONAL_DOCUMENTS } from './onboarding';

/** One call of a random sequence; indexes count modulo what there is. */
export type Step =
  | { readonly do: 'change_name' | 'change_phone'; readonly value: number }
  | { readonly do: 'become'; readonly entityType: 'pj' | 'pf' }
  | { readonly do: 'upsert_partner' | 'delete_partner'; readonly partner: number }
  | {
      readonly do: 'add_address' | 'prefer_address' | 'delete_address';
      readonly address: number;
      readonly primary: boolean;
    }
  | { readonly do: 'send'; readonly document: number; readonly partner: number; readonly expired: boolean }
  | { readonly do: 'complete' | 'submit' | 'resubmit' | 'approve' | 'send_back' | 'suspend' | 'reactivate' }
  | { readonly do: 'reject'; readonly correctable: boolean }
  /** Whatever leads on from the present status, and sending again what was refused: chance alone seldom gets there. */
  | { readonly do: 'advance' | 'resend'; readonly choice: number }
  | {
      readonly do: 'approve_document' | 'reject_document';
      readonly document: number;
      readonly partner: number;
    };

export interface ModelDocument {
  status: 'pending' | 'approved' | 'rejected' | 'expired';
  round: number;
}

/** Every document type, in an order of its own. */
export const ALL_TYPES = [
  ...COMPANY_DOCUMENTS,
  'contract_amendment',
  ...PARTNER_DOCUMENTS,
  ...PERSONAL_DOCUMENTS,
];

/** What a call answers: `done` or `added` (201), else the code of the refusal. */
export type Outcome = string;

/**
 * The rules of contract §5 once more, as small as they can be said: no database, no time, no HTTP. What it holds is
 * what the service must hold after the same calls.
 */
export class OnboardingModel {
  entityType: 'pj' | 'pf';
  status: 'pending' | 'pending_review' | 'active' | 'rejected' | 'suspended' = 'pending';
  /** null: no rejection is shown. */
  correctable: boolean | null = null;
  rounds = 0;
  name = -1;
  phone = -1;
  readonly partners = new Set<number>();
  /** Ids of addresses in the order of their making, and which is primary. */
  readonly addresses: number[] = [];
  primary: number | null = null;
  /** Current documents by `type partner`. */
  readonly documents = new Map<string, ModelDocument>();

  constructor(entityType: 'pj' | 'pf') {
    this.entityType = entityType;
  }

  static key(type: string, partner: number | null): string {
    return partner === null ? type : `${type} ${partner}`;
  }

  /** The steps that lead on from the present status. */
  get ways(): readonly Step[] {
    const ways: Readonly<Record<OnboardingModel['status'], readonly Step[]>> = {
      pending: [{ do: 'submit' }],
      pending_review: [
        { do: 'approve' },
        { do: 'approve' },
        { do: 'reject', correctable: true },
        { do: 'reject', correctable: false },
        { do: 'send_back' },
      ],
      active: [{ do: 'suspend' }],
      suspended: [{ do: 'reactivate' }],
      rejected: [{ do: 'resubmit' }, { do: 'send_back' }],
    };
    return ways[this.status];
  }

  /** The keys of the documents that were refused. */
  get refused(): string[] {
    return [...this.documents].flatMap(([key, { status }]) =>
      status === 'rejected' || status === 'expired' ? [key] : [],
    );
  }

  private get living(): boolean {
    return this.status === 'active' || this.status === 'suspended';
  }

  change(field: 'name' | 'phone', value: number): Outcome {
    if (this[field] === value) return 'done';
    const open = this.status === 'pending' || (field === 'phone' && this.living);
    if (!open) return 'SUBMERCHANT_LOCKED';
    this[field] = value;
    return 'done';
  }

  become(entityType: 'pj' | 'pf'): Outcome {
    if (entityType === this.entityType) return 'done';
    if (this.status !== 'pending') return 'SUBMERCHANT_LOCKED';
    if (this.partners.size > 0 || this.everSentDocument) return 'ENTITY_TYPE_FIXED';
    this.entityType = entityType;
    return 'done';
  }

  /** Replaced records count too, those of deleted partners do not. */
  private get everSentDocument(): boolean {
    return this.documents.size > 0;
  }

  upsertPartner(partner: number): Outcome {
    if (this.entityType === 'pf') return 'NOT_APPLICABLE_TO_PF';
    if (this.status !== 'pending') return 'SUBMERCHANT_LOCKED';
    const added = !this.partners.has(partner);
    this.partners.add(partner);
    return added ? 'added' : 'done';
  }

  deletePartner(partner: number): Outcome {
    if (!this.partners.has(partner)) return 'NOT_FOUND';
    if (this.status !== 'pending') return 'SUBMERCHANT_LOCKED';
    this.partners.delete(partner);
    for (const key of [...this.documents.keys()]) {
      if (key.endsWith(` ${partner}`)) this.documents.delete(key);
    }
    return 'done';
  }

  addAddress(id: number, primary: boolean): Outcome {
    if (this.status !== 'pending' && !this.living) return 'SUBMERCHANT_LOCKED';
    this.addresses.push(id);
    if (primary || this.primary === null) this.primary = id;
    return 'added';
  }

  preferAddress(id: number, primary: boolean): Outcome {
    const wanted = primary ? id : this.primary === id ? (this.newestBut(id) ?? id) : this.primary;
    if (wanted === this.primary) return 'done';
    if (this.status !== 'pending' && !this.living) return 'SUBMERCHANT_LOCKED';
    this.primary = wanted;
    return 'done';
  }

  deleteAddress(id: number): Outcome {
    if (this.status !== 'pending' && !this.living) return 'SUBMERCHANT_LOCKED';
    if (this.primary === id) this.primary = this.newestBut(id);
    this.addresses.splice(this.addresses.indexOf(id), 1);
    return 'done';
  }

  private newestBut(id: number): number | null {
    return this.addresses.filter((other) => other !== id).at(-1) ?? null;
  }

  send(type: string, partner: number | null, expired: boolean): Outcome {
    const personal = PERSONAL_DOCUMENTS.includes(type);
    if (personal !== (this.entityType === 'pf')) return 'DOCUMENT_TYPE_NOT_ALLOWED';
    if (partner !== null && !this.partners.has(partner)) return 'NOT_FOUND';
    const key = OnboardingModel.key(type, partner);
    const current = this.documents.get(key)?.status;
    const refused = current === 'rejected' || current === 'expired';
    const open = this.status === 'pending' || (refused && (this.living || this.status === 'pending_review'));
    if (!open) return 'SUBMERCHANT_LOCKED';
    this.documents.set(key, { status: expired ? 'expired' : 'pending', round: this.rounds });
    return 'added';
  }

  /** The keys of the documents that a registration needs. */
  get required(): string[] {
    if (this.entityType === 'pf') return PERSONAL_DOCUMENTS;
    const partners = PARTNER_DOCUMENTS.flatMap((type) =>
      [...this.partners].map((partner) => OnboardingModel.key(type, partner)),
    );
    return [...COMPANY_DOCUMENTS, ...partners];
  }

  get counts(): { missing: number; rejected: number } {
    const standings = this.required.map((key) => this.documents.get(key)?.status);
    const missing = standings.filter((status) => status === undefined || status === 'expired').length;
    const optional = this.documents.get('contract_amendment')?.status === 'rejected' ? 1 : 0;
    const rejected = standings.filter((status) => status === 'rejected').length + optional;
    const partner = this.entityType === 'pj' && this.partners.size === 0 ? 1 : 0;
    return { missing: missing + partner + (this.addresses.length === 0 ? 1 : 0), rejected };
  }

  submit(): Outcome {
    if (this.status !== 'pending') return 'INVALID_STATE';
    if (this.counts.missing + this.counts.rejected > 0) return 'REQUIREMENTS_NOT_MET';
    this.status = 'pending_review';
    this.rounds += 1;
    this.correctable = null;
    return 'done';
  }

  resubmit(): Outcome {
    if (this.status !== 'rejected') return 'INVALID_STATE';
    if (this.correctable !== true) return 'RESUBMISSION_NOT_ALLOWED';
    this.status = 'pending';
    return 'done';
  }

  approve(): Outcome {
    if (this.status !== 'pending_review') return 'INVALID_STATE';
    const submitted = ({ status, round }: ModelDocument) => status === 'pending' && round < this.rounds;
    const approved = (document: ModelDocument | undefined) =>
      document !== undefined && (document.status === 'approved' || submitted(document));
    if (!this.required.every((key) => approved(this.documents.get(key)))) return 'DOCUMENTS_NOT_APPROVED';
    for (const document of this.documents.values()) {
      if (submitted(document)) document.status = 'approved';
    }
    this.status = 'active';
    return 'done';
  }

  reject(correctable: boolean): Outcome {
    if (this.status !== 'pending_review') return 'INVALID_STATE';
    this.status = 'rejected';
    this.correctable = correctable;
    return 'done';
  }

  sendBack(): Outcome {
    if (this.status !== 'pending_review' && this.status !== 'rejected') return 'INVALID_STATE';
    this.status = 'pending';
    this.correctable = true;
    return 'done';
  }

  suspend(): Outcome {
    if (this.status !== 'active') return 'INVALID_STATE';
    this.status = 'suspended';
    return 'done';
  }

  reactivate(): Outcome {
    if (this.status !== 'suspended') return 'INVALID_STATE';
    this.status = 'active';
    return 'done';
  }

  judge(key: string, verdict: 'approved' | 'rejected'): Outcome {
    const document = this.documents.get(key);
    if (document === undefined) throw new Error('the model judges what is there');
    const open =
      document.status !== 'expired' &&
      document.status !== verdict &&
      (this.status === 'pending_review' || (this.living && document.status === 'pending'));
    if (!open) return 'INVALID_STATE';
    document.status = verdict;
    return 'done';
  }
}
