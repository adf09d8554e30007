import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error';
import type { Field } from './draft';

/** Refusals that name no field, and the fields that they are about. */
const ABOUT = {
  INVALID_PIX_KEY: ['pix_key'],
  HOLDER_MISMATCH: ['pix_key', 'holder_tax_id'],
} as const satisfies Readonly<Record<string, readonly Field[]>>;

/** What these may be is said in the page's language; of the others in the API's words. */
const WRONG = { branch: true, account: true, account_digit: true, holder_tax_id: true };

/** What is wrong with a field: it is missing, or the API refused it. */
export function useFieldError(
  error: unknown,
  missing: readonly Field[],
): (field: Field) => string | undefined {
  const { t } = useTranslation('portal-money');
  const details = error instanceof ApiError ? error.details : [];
  const refused = (field: Field) => details.find((detail) => detail.field === field)?.message;
  const code = error instanceof ApiError && error.code in ABOUT ? (error.code as keyof typeof ABOUT) : null;
  return (field) => {
    if (missing.includes(field)) return t('destination.missing');
    if (code !== null && (ABOUT[code] as readonly Field[]).includes(field))
      return t(`destination.refused.${code}`);
    if (refused(field) === undefined) return undefined;
    return field in WRONG ? t(`destination.wrong.${field as keyof typeof WRONG}`) : refused(field);
  };
}
