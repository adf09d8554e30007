import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import { useCase } from '../case-context';
import type { CaseDocument } from '../work/case-types';
import { Refused } from '../decisions/Refused';
import { useVerdict } from './use-verdict';

/** Approve or reject one document; also the other way round, while the case is in review. */
export function DocumentVerdict({ document }: { readonly document: CaseDocument }) {
  const { t } = useTranslation('case');
  const { caseDetails, dialog, actions } = useCase();
  const { obstacle, mayApprove, approve } = useVerdict(document);
  return (
    <Stack gap={6}>
      {obstacle === null ? (
        <Group gap={6}>
          <Button
            size="xs"
            variant="light"
            color="green"
            leftSection={<Icon name="check" size={14} />}
            loading={actions.approveDocument.isPending}
            disabled={!mayApprove}
            onClick={approve}
          >
            {t('documents.approve')}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            leftSection={<Icon name="close" size={14} />}
            disabled={actions.isBusy}
            onClick={() => dialog.open('rejectDocument')}
          >
            {t('documents.reject')}
          </Button>
        </Group>
      ) : (
        <Text size="xs" c="dimmed">
          {t(`documents.cannot.${obstacle}`, { operator: caseDetails.claim?.operator ?? '' })}
        </Text>
      )}
      {actions.approveDocument.about === document.id ? (
        <Refused error={actions.approveDocument.error} />
      ) : null}
    </Stack>
  );
}
