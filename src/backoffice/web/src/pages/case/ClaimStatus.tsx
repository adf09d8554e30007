import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon';
import { useShortcut } from '../../shortcuts/use-shortcut';
import { useCase } from './case-context';
import { Refused } from './decisions/Refused';
import { notify } from '../../components/notify';
import { hourText } from './times';

/** Who works on the case, and until when. */
export function ClaimStatus() {
  const { t, i18n } = useTranslation('case');
  const { caseDetails, mayDecide, actions } = useCase();
  const { claim } = caseDetails;
  const isMine = claim?.mine === true;
  // A case that waits for nothing cannot be claimed.
  const mayClaim = mayDecide && claim === null && caseDetails.due_at !== null;
  const act = (): void => {
    if (isMine) actions.release.run(undefined, () => notify(t('claim.released')));
    else actions.claim.run(undefined, () => notify(t('claim.taken')));
  };
  useShortcut('c', t('keys.claim'), act, { enabled: isMine || mayClaim });
  if (claim === null && caseDetails.due_at === null) return null;
  const until = claim === null ? '' : hourText(claim.expires_at, i18n.language);
  return (
    <div>
      <Group gap="xs">
        <Icon name={claim === null ? 'unlock' : 'lock'} />
        <Text size="sm">
          {claim === null
            ? t('claim.free')
            : isMine
              ? t('claim.mine', { until })
              : t('claim.other', { operator: claim.operator, until })}
        </Text>
        {isMine || mayClaim ? (
          <Button
            size="xs"
            variant={isMine ? 'default' : 'light'}
            loading={actions.claim.isPending || actions.release.isPending}
            onClick={act}
          >
            {isMine ? t('claim.release') : t('claim.take')}
          </Button>
        ) : null}
      </Group>
      <Refused error={actions.claim.error ?? actions.release.error} />
    </div>
  );
}
