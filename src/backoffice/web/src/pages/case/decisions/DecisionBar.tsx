import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import { useShortcut } from '../../../shortcuts/use-shortcut';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { useMarkedReasons } from '../marks/marked-reasons';
import { ApprovalObstacles } from './ApprovalObstacles';
import { useSpeech } from './explain';
import { obstacleTexts } from './obstacles';
import { useBarHeight } from './use-bar-height';

/** What may be decided on the case now, and what is still missing. */
export function DecisionBar() {
  const { t } = useTranslation('case');
  const { caseDetails, mayDecide } = useCase();
  return (
    <section ref={useBarHeight()} className={classes.bar} aria-label={t('decide.bar')}>
      {mayDecide ? (
        <Decisions />
      ) : (
        <Text size="sm" c="dimmed">
          {t('viewerRole')}
        </Text>
      )}
      {caseDetails.awaiting_second === null ? null : <Text size="sm">{t('second.needsOther')}</Text>}
    </section>
  );
}

function Decisions() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  if (caseDetails.awaiting_second !== null) return null;
  switch (caseDetails.status) {
    case 'pending_review':
      return <ReviewDecisions />;
    case 'rejected':
      return (
        <Standing text={t('decide.nothing.rejected')}>
          <SendBackButton />
        </Standing>
      );
    case 'active':
      return (
        <Standing text={t('decide.nothing.active')}>
          <StandingButton decision="suspend" />
        </Standing>
      );
    case 'suspended':
      return (
        <Standing text={t('decide.nothing.suspended')}>
          <StandingButton decision="reactivate" />
        </Standing>
      );
    case 'pending':
      return <Standing text={t('decide.nothing.pending')} />;
  }
}

function Standing({ text, children }: { readonly text: string; readonly children?: React.ReactNode }) {
  return (
    <>
      <Text size="sm" className={classes.barText ?? ''}>
        {text}
      </Text>
      {children}
    </>
  );
}

function StandingButton({ decision }: { readonly decision: 'suspend' | 'reactivate' }) {
  const { t } = useTranslation('case');
  const { dialog } = useCase();
  const { isOff } = useHindrance();
  return (
    <Button
      color={decision === 'suspend' ? 'red' : undefined}
      disabled={isOff}
      onClick={() => dialog.open(decision)}
    >
      {t(`decide.${decision}`)}
    </Button>
  );
}

/** Approve, send back, reject. */
function ReviewDecisions() {
  const { t } = useTranslation('case');
  const { caseDetails, dialog, freshness } = useCase();
  const { isOff } = useHindrance();
  const marked = useMarkedReasons();
  const markedFields = marked.filter(({ from }) => from === 'mark').length;
  const obstacles = obstacleTexts(
    caseDetails,
    { markedFields, hasChanges: freshness.changes !== null },
    useSpeech(),
  );
  const mayApprove = !isOff && caseDetails.can_approve && obstacles.length === 0;
  useShortcut('A', t('keys.approveCase'), () => dialog.open('approve'), { enabled: mayApprove });
  useShortcut('R', t('keys.rejectCase'), () => dialog.open('reject'), { enabled: !isOff });
  return (
    <>
      <ApprovalObstacles obstacles={obstacles} />
      <Group gap="xs" className={classes.barButtons ?? ''}>
        <Button
          variant="outline"
          color="red"
          disabled={isOff}
          leftSection={<Icon name="close" size={15} />}
          onClick={() => dialog.open('reject')}
        >
          {t('decide.reject')}
        </Button>
        <SendBackButton />
        <Button
          // Green 9 is too pale under white letters.
          color="#22733a"
          disabled={!mayApprove}
          leftSection={<Icon name="check" size={15} />}
          onClick={() => dialog.open('approve')}
        >
          {t('decide.approve')}
        </Button>
      </Group>
    </>
  );
}

function SendBackButton() {
  const { t } = useTranslation('case');
  const { dialog } = useCase();
  const { isOff } = useHindrance();
  const count = useMarkedReasons().length;
  useShortcut('s', t('keys.sendBack'), () => dialog.open('sendBack'), { enabled: !isOff });
  return (
    <Button
      variant={count === 0 ? 'default' : 'filled'}
      disabled={isOff}
      leftSection={<Icon name="flag" size={15} />}
      onClick={() => dialog.open('sendBack')}
    >
      {count === 0 ? t('decide.sendBack') : t('decide.sendBackMarked', { count })}
    </Button>
  );
}

/** Another one at work, something not looked at, or a decision on its way. */
function useHindrance(): { readonly isOff: boolean } {
  const { caseDetails, freshness, actions } = useCase();
  const isHeld = caseDetails.claim !== null && !caseDetails.claim.mine;
  return { isOff: isHeld || freshness.changes !== null || actions.isBusy };
}
