import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error';
import type { Field } from './draft';

/** What was refused with these, and what these fields may be, is said in the page's language; the rest in the API's words. */
const REFUSED = { INVALID_PIX_KEY: true, HOLDER_MISMATCH: true };
const WRONG = { branch: true, account: true, account_digit: true, holder_tax_id: true };

/** What is wrong with a field: it is missing, or the API refused it. */
export function useFieldError(
  error: unknown,
  missing: readonly Field[],
): (field: Field) => string | undefined {
  const { t } = useTranslation('portal-money');
  const details = error instanceof ApiError ? error.details : [];
  const refused = (field: Field) => details.find((detail) => detail.field === field)?.message;
  const code =
    error instanceof ApiError && error.code in REFUSED ? (error.code as keyof typeof REFUSED) : null;
  return (field) => {
    if (missing.includes(field)) return t('destination.missing');
    if (refused(field) === undefined) return undefined;
    if (code !== null) return t(`destination.refused.${code}`);
    return field in WRONG ? t(`destination.wrong.${field as keyof typeof WRONG}`) : refused(field);
  };
}
