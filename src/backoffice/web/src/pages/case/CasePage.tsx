import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Page } from '../../components/Page';
import { usePolling } from '../../components/use-polling';
import { CaseView } from './CaseView';
import { UnknownCase } from './UnknownCase';

const route = getRouteApi('/shell/cases/$id');
const ASKED_AGAIN_MS = 20_000;

/** One submerchant, on which somebody decides. */
export function CasePage() {
  const { id } = route.useParams();
  // Nothing of one case is left on the screen when the next one is taken.
  return <LoadedCase key={id} id={id} />;
}

function LoadedCase({ id }: { readonly id: string }) {
  const { t } = useTranslation('case');
  const query = useResource(
    '/v1/review/submerchants/{id}',
    { path: { id } },
    // Whoever opens a case sees it as it is, never as it was when it was left.
    { refetchInterval: usePolling(ASKED_AGAIN_MS), gcTime: 0 },
  );
  const retry = (): void => void query.refetch();
  if (query.data !== undefined)
    return <CaseView caseDetails={query.data} error={query.error} retry={retry} />;
  if (query.error?.status === 404) return <UnknownCase />;
  return (
    <Page title={t('title')}>
      <ErrorAlert error={query.error} retry={retry} />
      {query.isPending ? <Skeleton h={400} /> : null}
    </Page>
  );
}
