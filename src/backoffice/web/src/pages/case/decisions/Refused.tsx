import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/api-error';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { useCase } from '../case-context';
import { explain, useSpeech } from './explain';

/** A decision that was not taken: who was faster, or what stands in its way. */
export function Refused({ error }: { readonly error: ApiError | null }) {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const speech = useSpeech();
  if (error === null) return null;
  return <ErrorAlert title={t('lost.title')} error={explain(error, caseDetails, speech)} />;
}
