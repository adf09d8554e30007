import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/api-error';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { useLabels } from '../labels';
import { explain } from './explain';

/** A decision that was not taken: what happened meanwhile, or what stands in its way. */
export function Refused({ error }: { readonly error: ApiError | null }) {
  const { t, i18n } = useTranslation(['case', 'common']);
  const labels = useLabels();
  if (error === null) return null;
  return <ErrorAlert title={t('case:lost.title')} error={explain(error, labels, t, i18n.language)} />;
}
