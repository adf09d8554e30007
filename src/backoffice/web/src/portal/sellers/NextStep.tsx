import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../api/types';
import { useChange, useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { notify } from '../../components/notify';
import { useMayChange } from '../session';

type Seller = Resource<'/v1/submerchants/{id}'>;

/** What may be done with the registration as it stands: submit it, or open it again. */
export function NextStep({ seller }: { readonly seller: Seller }) {
  const { t } = useTranslation('portal');
  const mayChange = useMayChange();
  const path = { id: seller.id };
  const requirements = useResource('/v1/submerchants/{id}/requirements', { path });
  const refresh = ['/v1/submerchants'];
  const submit = useChange('post', '/v1/submerchants/{id}/submit-for-review', {
    refresh,
    onSuccess: () => notify(t('submit.done')),
  });
  const reopen = useChange('post', '/v1/submerchants/{id}/request-resubmission', {
    refresh,
    onSuccess: () => notify(t('submit.reopened')),
  });
  if (!mayChange) return null;
  if (seller.status === 'rejected' && seller.rejection?.correctable === true) {
    return (
      <Stack gap={4} align="flex-end">
        <Button onClick={() => reopen.mutate({ path })} loading={reopen.isPending}>
          {t('submit.reopen')}
        </Button>
        <ErrorAlert error={reopen.error} />
      </Stack>
    );
  }
  if (seller.status !== 'pending' || requirements.data?.can_submit !== true) return null;
  return (
    <Stack gap={4} align="flex-end">
      <Button onClick={() => submit.mutate({ path })} loading={submit.isPending}>
        {t('submit.button')}
      </Button>
      <ErrorAlert error={submit.error} />
    </Stack>
  );
}
