import { isValidBankAccount } from '@brazilian-utils/brazilian-utils/is-valid-bank-account';
import { type ErrorDetail, validationFailed } from '../../common/errors';
import { hasLetters, isTaxId } from '../../common/validation';
import type { Destination } from '../destination.entity';
import { destinationErrors } from '../destination.errors';
import { normalPixKey } from '../keys/pix-key.rules';
import type { AddDestinationBody } from './add-destination.body';

const OF_KEY = ['pix_key_type', 'pix_key'] as const;
const OF_BANK = ['bank_code', 'ispb'] as const;
const OF_ACCOUNT = [
  'branch',
  'account',
  'account_digit',
  'account_type',
  'holder_name',
  'holder_tax_id',
] as const;

/** A bank, as the central bank lists it. */
export interface KnownBank {
  readonly code: string;
  readonly ispb: string;
}

/** Where a destination leads, as it is kept. */
export type Place = Pick<
  Destination,
  | 'type'
  | 'pixKeyType'
  | 'pixKey'
  | 'ispb'
  | 'bankCode'
  | 'branch'
  | 'account'
  | 'accountDigit'
  | 'accountType'
  | 'holderName'
  | 'holderTaxId'
  | 'isDigitSuspect'
>;

const NOWHERE = {
  ...{ pixKeyType: null, pixKey: null, ispb: null, bankCode: null, branch: null, account: null },
  ...{ accountDigit: null, accountType: null, holderName: null, holderTaxId: null, isDigitSuspect: false },
};

/** What of the fields belongs to the other type, or is missing of its own, all at once. Throws VALIDATION_FAILED. */
export function assertComplete(body: AddDestinationBody): void {
  const [own, other] = body.type === 'pix_key' ? [OF_KEY, [...OF_BANK, ...OF_ACCOUNT]] : [OF_ACCOUNT, OF_KEY];
  const details: ErrorDetail[] = [
    ...own
      .filter((field) => !isGiven(body[field]))
      .map((field) => ({ field, code: 'required', message: `is required of a ${body.type}` })),
    ...other
      .filter((field) => isGiven(body[field]))
      .map((field) => ({ field, code: 'not_allowed', message: `is none of the fields of a ${body.type}` })),
  ];
  if (body.type === 'bank_account' && OF_BANK.every((field) => !isGiven(body[field])))
    details.push({ field: 'bank_code', code: 'required', message: 'bank_code or ispb is required' });
  if (details.length > 0) throw validationFailed(details);
}

/** The place of a complete body of a Pix key. Throws INVALID_PIX_KEY. */
export function placeOfKey({ pix_key_type: type, pix_key: written }: AddDestinationBody): Place {
  const key = type === undefined || written === undefined ? null : normalPixKey(type, written);
  if (type === undefined || key === null) {
    const message = 'must be a Pix key of the type that pix_key_type names';
    throw destinationErrors.INVALID_PIX_KEY({
      details: [{ field: 'pix_key', code: 'not_of_type', message }],
    });
  }
  return { ...NOWHERE, type: 'pix_key', pixKeyType: type, pixKey: key };
}

/** The place of a complete body of a bank account. Throws VALIDATION_FAILED for a bank that nobody knows. */
export function placeOfAccount(body: AddDestinationBody, bank: KnownBank | null, isLive: boolean): Place {
  const { bank_code: code, ispb, holder_tax_id: taxId } = body;
  const details: ErrorDetail[] = [];
  if (
    bank === null ||
    (code !== undefined && bank.code !== code) ||
    (ispb !== undefined && bank.ispb !== ispb)
  )
    details.push({
      field: code === undefined ? 'ispb' : 'bank_code',
      code: 'unknown_bank',
      message: 'must be a bank of GET /v1/banks; code and ispb of the same one',
    });
  if (taxId !== undefined && (isLive || hasLetters(taxId)) && !isTaxId(taxId))
    details.push({ field: 'holder_tax_id', code: 'invalid_tax_id', message: 'its check digits are wrong' });
  if (bank === null || details.length > 0) throw validationFailed(details);
  const [branch, account] = [body.branch ?? '', body.account ?? ''];
  const digit = (body.account_digit ?? '').toUpperCase();
  return {
    ...NOWHERE,
    ...{ type: 'bank_account', ispb: bank.ispb, bankCode: bank.code, branch, account, accountDigit: digit },
    ...{
      accountType: body.account_type ?? null,
      holderName: body.holder_name ?? null,
      holderTaxId: taxId ?? null,
    },
    // Banks change their rules, so a wrong digit is a warning and no refusal.
    isDigitSuspect: !isValidBankAccount({ bankCode: bank.code, agency: branch, account, digit }),
  };
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined;
}
