import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/values/DateTime';
import { StatusBadge } from '../../../components/values/StatusBadge';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { CaseDetails } from '../work/case-types';
import { useLabels } from '../labels';
import { GivenReasons } from '../reasons/GivenReasons';
import { isInternal } from '../work/use-freshness';
import { StepText } from './StepText';

/** What happened, and what was decided on earlier submissions. */
export function HistoryPanel() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  return (
    <Stack gap="lg">
      <section aria-label={t('history.rounds')}>
        <h2 className={classes.heading}>{t('history.rounds')}</h2>
        {caseDetails.earlier_rounds.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('history.noRounds')}
          </Text>
        ) : (
          <Stack gap="sm">
            {caseDetails.earlier_rounds.map((round) => (
              <Round key={round.round} round={round} />
            ))}
          </Stack>
        )}
      </section>
      <section aria-label={t('history.timeline')}>
        <h2 className={classes.heading}>{t('history.timeline')}</h2>
        <ol className={classes.timeline}>
          {caseDetails.timeline.map((step, index) => (
            <li key={index}>
              <Group gap="xs" align="flex-start" wrap="nowrap" justify="space-between">
                <StepText step={step} />
                {step.to === null ? (
                  isInternal(step) ? (
                    <Badge color="gray" size="sm">
                      {t('history.internal')}
                    </Badge>
                  ) : null
                ) : (
                  <StatusBadge of="seller" status={step.to} />
                )}
              </Group>
            </li>
          ))}
        </ol>
        {caseDetails.left_out.timeline === 0 ? null : (
          <Text size="xs" c="dimmed">
            {t('history.leftOut', { count: caseDetails.left_out.timeline })}
          </Text>
        )}
      </section>
    </Stack>
  );
}

function Round({ round }: { readonly round: CaseDetails['earlier_rounds'][number] }) {
  const { t } = useTranslation('case');
  const labels = useLabels();
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('history.round', { round: round.round })}: {labels.of('roundDecision', round.decision)}
        {round.correctable === null
          ? ''
          : ` (${round.correctable ? t('record.correctable') : t('record.final')})`}
      </Text>
      <Text size="xs" c="dimmed">
        <DateTime at={round.submitted_at} /> → <DateTime at={round.decided_at} />
        {round.operator === null ? '' : ` ${t('history.decidedBy', { who: round.operator })}`}
      </Text>
      {round.reasons.length === 0 ? null : <GivenReasons reasons={round.reasons} />}
    </div>
  );
}
