import { maskedTaxId } from '../../common/validation';
import type { Address, LegalRepresentative, Submerchant } from '../../submerchants';

/** One value of a registration, as text. */
export interface SubmittedValue {
  /** As the target of a reason (contract §5): a field, `addresses`, or the id of a legal representative. */
  readonly target: string;
  /** The field; of an address its id, for an address is compared as a whole. */
  readonly field: string;
  readonly value: string | null;
}

/** A value that is another than in the submission before. */
export interface SubmittedChange {
  readonly target: string;
  readonly field: string;
  /** Null: nothing was said. */
  readonly before: string | null;
  /** Null: nothing is said any more. */
  readonly after: string | null;
}

const TAX_NUMBERS: ReadonlySet<string> = new Set(['tax_id', 'document']);

/** All that the merchant says, in the order in which a case shows it. */
export function submittedValues(
  submerchant: Submerchant,
  partners: readonly LegalRepresentative[],
  addresses: readonly Address[],
): SubmittedValue[] {
  return [
    ...Object.entries(recordOf(submerchant)).map(([field, value]) => ({ target: field, field, value })),
    ...partners.flatMap((partner) =>
      Object.entries(partnerOf(partner)).map(([field, value]) => ({ target: partner.id, field, value })),
    ),
    ...addresses.map((address) => ({ target: 'addresses', field: address.id, value: addressText(address) })),
  ];
}

/** What differs, tax numbers masked; an address has no field. */
export function changesBetween(
  before: readonly SubmittedValue[],
  after: readonly SubmittedValue[],
): SubmittedChange[] {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Set(after.map(keyOf));
  return [
    ...after.flatMap((one) => changeOf(known.get(keyOf(one)) ?? null, one)),
    ...before.filter((one) => !now.has(keyOf(one))).flatMap((one) => changeOf(one, null)),
  ];
}

function changeOf(before: SubmittedValue | null, after: SubmittedValue | null): SubmittedChange[] {
  const said = after ?? before;
  if (said === null || before?.value === after?.value) return [];
  const isAddress = said.target === 'addresses';
  const shown = (one: SubmittedValue | null): string | null =>
    one?.value !== undefined && one.value !== null && TAX_NUMBERS.has(said.field)
      ? maskedTaxId(one.value)
      : (one?.value ?? null);
  // A partner that is new has fields that say nothing: neither before nor now.
  if (shown(before) === null && shown(after) === null) return [];
  return [
    {
      target: said.target,
      field: isAddress ? 'address' : said.field,
      before: shown(before),
      after: shown(after),
    },
  ];
}

function keyOf({ target, field }: SubmittedValue): string {
  return `${target} ${field}`;
}

function recordOf(submerchant: Submerchant): Readonly<Record<string, string | null>> {
  const { averageTicketReais: ticket, monthlyRevenueReais: revenue } = submerchant;
  return {
    legal_name: submerchant.legalName,
    trade_name: submerchant.tradeName,
    tax_id: submerchant.taxId,
    birth_date: submerchant.birthDate,
    mother_name: submerchant.motherName,
    business_type: submerchant.businessType,
    cnaes: listText(submerchant.cnaes.map(({ code, is_primary }) => (is_primary ? `${code} *` : code))),
    mcc: submerchant.mcc,
    product_categories: listText(submerchant.productCategories),
    email: submerchant.email,
    phone: submerchant.phone,
    average_ticket: ticket === null ? null : String(ticket),
    monthly_revenue: revenue === null ? null : String(revenue),
  };
}

function partnerOf(partner: LegalRepresentative): Readonly<Record<string, string | null>> {
  const { participationPercentage: share } = partner;
  return {
    name: partner.name,
    document: partner.document,
    legal_name: partner.legalName,
    birth_date: partner.birthDate,
    mother_name: partner.motherName,
    email: partner.email,
    phone: partner.phone,
    role: partner.role,
    qualification: partner.qualification,
    participation_percentage: share === null ? null : String(share),
    is_admin: String(partner.isAdmin),
  };
}

function addressText(address: Address): string {
  const { street, number, complement, neighborhood, city, state, zipCode } = address;
  return [street, number, complement, neighborhood, city, state, zipCode]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

function listText(items: readonly string[]): string | null {
  return items.length === 0 ? null : items.join(', ');
}
