import { toUnits } from '../../common/money';
import { isTaxId } from '../../common/validation';
import { decidingActivity, resolveCnae } from '../../submerchants';
import { recommendedFields } from '../requirements/requirement.rules';
import { type Finding, type FindingFacts, named, neighboursOf } from './finding';

const ADULT_YEARS = 18;
const WHOLE_HUNDREDTHS = 100 * 100;

/** What the record and its legal representatives show. */
export function registrationFindings(facts: FindingFacts, now: Date): Finding[] {
  return [
    ...checkDigits(facts),
    ...duplicateTaxId(facts),
    ...underAge(facts, now),
    ...recommendedMissing(facts),
    ...category(facts),
    ...shares(facts),
  ];
}

/** Contract §2, Tax numbers: in test mode a wrong one is accepted and shown to the reviewer. */
function checkDigits({ taxId, partners }: FindingFacts): Finding[] {
  const found = (target: string, whose: string): Finding => ({
    code: 'invalid_check_digits',
    target,
    message: `The check digits of the tax number of ${whose} are wrong.`,
    params: {},
  });
  return [
    ...(isTaxId(taxId) ? [] : [found('tax_id', 'the submerchant')]),
    ...partners
      .filter(({ document }) => !isTaxId(document))
      .map(({ id }) => found(id, 'this legal representative')),
  ];
}

/** Contract §5: the same tax_id twice is allowed. */
function duplicateTaxId({ sameTaxId }: FindingFacts): Finding[] {
  if (sameTaxId.length === 0) return [];
  const others = named(sameTaxId.map(({ id, status }) => `${id} (${status})`));
  const message = `The merchant has registered this tax number also as ${others}.`;
  const params = neighboursOf(
    sameTaxId.map(({ id, name, status }) => ({ submerchant_id: id, submerchant_name: name, status })),
  );
  return [{ code: 'duplicate_tax_id', target: 'tax_id', message, params }];
}

/** The person of a pf, and each legal representative: of a company that is one, the person responsible for it. */
function underAge({ entityType, birthDate, partners }: FindingFacts, now: Date): Finding[] {
  const found = (target: string, who: string): Finding => ({
    code: 'under_age',
    target,
    message: `${who} is under ${ADULT_YEARS}.`,
    params: {},
  });
  return [
    ...(entityType === 'pf' && isUnderAge(birthDate, now) ? [found('birth_date', 'The person')] : []),
    ...partners
      .filter((partner) => isUnderAge(partner.birthDate, now))
      .map(({ id }) => found(id, 'This legal representative')),
  ];
}

/** Days are compared as text: someone born on 29 February is of age on 1 March of a common year. */
function isUnderAge(birthDate: string | null, now: Date): boolean {
  if (birthDate === null) return false;
  const today = now.toISOString().slice(0, 10);
  const lastAdult = `${Number(today.slice(0, 4)) - ADULT_YEARS}${today.slice(4)}`;
  return birthDate > lastAdult;
}

/** specification, Submerchant: "recommended to speed up review". A missing mcc has a finding of its own. */
function recommendedMissing(facts: FindingFacts): Finding[] {
  return recommendedFields(facts)
    .filter(({ field }) => field !== 'mcc')
    .map(({ field }) => ({
      code: 'recommended_missing',
      target: field,
      message: 'Recommended, and not given.',
      params: {},
    }));
}

/**
 * Contract §5, mcc. A code that the primary activity does not give is worth a look, and so is one given by the
 * merchant for an activity that has none on purpose; an operator's code for such an activity is what was asked for.
 */
function category({ mcc, mccSource, cnaes }: FindingFacts): Finding[] {
  if (mcc === null) {
    const message = 'There is no merchant category code: none was given and none could be derived.';
    return [{ code: 'mcc_unresolved', target: 'mcc', message, params: {} }];
  }
  const activity = decidingActivity(cnaes);
  if (activity === null) return [];
  const derived = resolveCnae(activity.code);
  if (derived === null ? mccSource === 'operator' : derived.mcc === mcc) return [];
  const gives = derived === null ? 'no code' : `${derived.mcc} (${derived.reason})`;
  const message = `The code is ${mcc}, and the primary activity gives ${gives}.`;
  const params = { mcc, expected_mcc: derived?.mcc ?? null };
  return [{ code: 'mcc_cnae_mismatch', target: 'mcc', message, params }];
}

/** Contract §5, Legal representatives: a sum above 100 is accepted. */
function shares({ partners }: FindingFacts): Finding[] {
  // In hundredths of a percent: sums of decimal fractions are not exact.
  const sum = partners.reduce(
    (total, { participationPercentage }) => total + toUnits(participationPercentage ?? 0, 2),
    0,
  );
  if (sum <= WHOLE_HUNDREDTHS) return [];
  const message = `The shares of the legal representatives add up to ${sum / 100} %.`;
  const params = { percentage: sum / 100 };
  return [{ code: 'shares_exceed_100', target: 'legal_representatives', message, params }];
}
