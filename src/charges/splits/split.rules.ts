import { partOfDown } from '../../common/money';

/** One entry of `split_rules`, after its fields were checked one by one. */
export interface SplitRule {
  readonly recipientId: string;
  /** Hundredths of a percent, 1 to 10,000; not whole when too many decimals were sent. */
  readonly percentageBp: number | null;
  readonly amountCents: number | null;
  readonly liable: boolean;
  readonly chargeProcessingFee: boolean;
  readonly chargeRemainder: boolean;
}

/** One recipient's part of a charge at its creation. */
export interface SplitPart extends SplitRule {
  readonly shareCents: number;
}

/** What is wrong with a set of rules; `field` is relative to the request body. */
export interface SplitProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export const WHOLE_BP = 10_000;
export const MAX_SPLIT_RULES = 20;

/** Every rule of contract §6 about `split_rules[]` that needs no look into the database; null: what they divide is not known. */
export function findSplitProblems(rules: readonly SplitRule[], totalCents: number | null): SplitProblem[] {
  const tooMany = findCountProblems(rules);
  // Of more rules than may be not all are there: nothing is said of their sum.
  if (tooMany.length > 0) return tooMany;
  return [
    ...findKindProblems(rules),
    ...findPercentageProblems(rules),
    ...findSumProblems(rules, totalCents),
    ...findOwnershipProblems(rules),
  ];
}

function findCountProblems(rules: readonly SplitRule[]): SplitProblem[] {
  if (rules.length <= MAX_SPLIT_RULES) return [];
  return [{ field: 'split_rules', code: 'too_many', message: `Give at most ${MAX_SPLIT_RULES} rules.` }];
}

function findPercentageProblems(rules: readonly SplitRule[]): SplitProblem[] {
  return rules.flatMap(({ percentageBp }, index) => {
    if (
      percentageBp === null ||
      (Number.isInteger(percentageBp) && percentageBp >= 1 && percentageBp <= WHOLE_BP)
    ) {
      return [];
    }
    const message = 'A percentage is 0.01 to 100, with at most 2 decimals.';
    return [{ field: `split_rules[${index}].percentage`, code: 'invalid_percentage', message }];
  });
}

function findKindProblems(rules: readonly SplitRule[]): SplitProblem[] {
  const problems: SplitProblem[] = [];
  rules.forEach((rule, index) => {
    if ((rule.percentageBp === null) === (rule.amountCents === null)) {
      problems.push({
        field: `split_rules[${index}]`,
        code: 'share_required',
        message: 'Give either percentage or amount.',
      });
    }
  });
  const byPercentage = rules.filter((rule) => rule.percentageBp !== null).length;
  if (problems.length === 0 && byPercentage > 0 && byPercentage < rules.length) {
    problems.push({
      field: 'split_rules',
      code: 'mixed_shares',
      message: 'Give all shares as percentages, or all as amounts.',
    });
  }
  return problems;
}

function findSumProblems(rules: readonly SplitRule[], totalCents: number | null): SplitProblem[] {
  if (rules.length === 0) return [];
  if (rules.every((rule) => rule.percentageBp !== null && rule.amountCents === null)) {
    const sum = rules.reduce((total, rule) => total + (rule.percentageBp ?? 0), 0);
    if (sum === WHOLE_BP) return [];
    return [{ field: 'split_rules', code: 'percentages_sum', message: 'The percentages must sum to 100.' }];
  }
  if (totalCents !== null && rules.every((rule) => rule.amountCents !== null && rule.percentageBp === null)) {
    const sum = rules.reduce((total, rule) => total + (rule.amountCents ?? 0), 0);
    if (sum === totalCents) return [];
    return [
      {
        field: 'split_rules',
        code: 'amounts_sum',
        message: 'The amounts must sum to the total: amount plus shipping_amount.',
      },
    ];
  }
  return [];
}

function findOwnershipProblems(rules: readonly SplitRule[]): SplitProblem[] {
  const problems: SplitProblem[] = [];
  const seen = new Set<string>();
  rules.forEach((rule, index) => {
    if (seen.has(rule.recipientId)) {
      problems.push({
        field: `split_rules[${index}].recipient_id`,
        code: 'recipient_repeated',
        message: 'A recipient may stand in one rule only.',
      });
    }
    seen.add(rule.recipientId);
  });
  const owners = rules.flatMap((rule, index) => (rule.chargeRemainder ? [index] : []));
  for (const index of owners.slice(1)) {
    problems.push({
      field: `split_rules[${index}].charge_remainder`,
      code: 'remainder_repeated',
      message: 'Only one rule may have charge_remainder.',
    });
  }
  return problems;
}

/** The rule of a charge without rules: everything to one recipient. */
export function wholeTo(recipientId: string): SplitRule {
  return {
    recipientId,
    percentageBp: WHOLE_BP,
    amountCents: null,
    liable: true,
    chargeProcessingFee: true,
    chargeRemainder: true,
  };
}

/**
 * Divides a total by rules that have no problems: the floor of each share, what remains to the remainder's owner.
 * Flags nobody claimed go to the remainder's rule, and that defaults to the first (contract: split_rules[]).
 */
export function divide(rules: readonly SplitRule[], totalCents: number): SplitPart[] {
  const owner = Math.max(
    0,
    rules.findIndex((rule) => rule.chargeRemainder),
  );
  const floors = rules.map((rule) => floorOf(rule, totalCents));
  const remainder = totalCents - floors.reduce((total, cents) => total + cents, 0);
  const nobodyLiable = !rules.some((rule) => rule.liable);
  const nobodyBearsFee = !rules.some((rule) => rule.chargeProcessingFee);
  return rules.map((rule, index) => ({
    ...rule,
    liable: rule.liable || (nobodyLiable && index === owner),
    chargeProcessingFee: rule.chargeProcessingFee || (nobodyBearsFee && index === owner),
    chargeRemainder: index === owner,
    shareCents: (floors[index] ?? 0) + (index === owner ? remainder : 0),
  }));
}

function floorOf(rule: SplitRule, totalCents: number): number {
  return rule.amountCents ?? partOfDown(totalCents, rule.percentageBp ?? 0, WHOLE_BP);
}
