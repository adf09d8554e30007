import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import { useCase } from '../case-context';
import { GivenReasons } from '../reasons/GivenReasons';
import { timeText } from '../times';

/** A decision that somebody else must take too (contract §8, Four eyes). */
export function AwaitingSecond() {
  const { t, i18n } = useTranslation('case');
  const { caseDetails, mayDecide, dialog, actions, freshness } = useCase();
  const first = caseDetails.awaiting_second;
  if (first === null) return null;
  const at = timeText(first.at, i18n.language);
  const isHeld = caseDetails.claim !== null && !caseDetails.claim.mine;
  const { hindrance } = first;
  const isOff = isHeld || freshness.changes !== null || actions.isBusy;
  const hint =
    hindrance === null
      ? t('second.confirmHint')
      : hindrance === 'same_operator'
        ? null
        : t(`second.hindrance.${hindrance}`);
  return (
    <Alert variant="light" color="violet" icon={<Icon name="operators" />} title={t('second.title')}>
      <Stack gap="xs">
        <Text size="sm">
          {first.mine
            ? t(`second.mine.${first.decision}`, { at })
            : t(`second.${first.decision}`, { operator: first.by, at })}{' '}
          {mayDecide ? hint : null}
        </Text>
        {first.reasons.length === 0 ? null : (
          <div>
            <Text size="xs" fw={600}>
              {t('second.reasons')}
            </Text>
            <GivenReasons reasons={first.reasons} />
          </div>
        )}
        {mayDecide ? (
          <Group gap="xs">
            {hindrance !== null ? null : (
              <Button
                size="xs"
                color={first.decision === 'approve' ? 'green.9' : 'red'}
                disabled={isOff}
                onClick={() => dialog.open(first.decision === 'approve' ? 'approve' : 'confirmReject')}
              >
                {first.decision === 'approve' ? t('second.confirmApprove') : t('second.confirmReject')}
              </Button>
            )}
            <Button size="xs" variant="default" disabled={isOff} onClick={() => dialog.open('withdraw')}>
              {t('second.withdraw')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Alert>
  );
}
