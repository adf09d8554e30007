import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { type CaseText, type Labels, useLabels } from '../labels';
import { hourText } from '../times';
import type { Obstacle } from './obstacles';

const SHOWN = 4;

/** Beside the button that cannot be pressed: what is still missing. */
export function ApprovalObstacles({ obstacles }: { readonly obstacles: readonly Obstacle[] }) {
  const { t, i18n } = useTranslation(['case', 'common']);
  const { file } = useCase();
  const labels = useLabels();
  if (obstacles.length === 0) {
    return file.needs_second.includes('approve') ? (
      <Text size="sm" className={classes.barText ?? ''}>
        {t('case:decide.needsSecond')}
      </Text>
    ) : null;
  }
  const nameOf = (id: string | null) => file.legal_representatives.find((partner) => partner.id === id)?.name;
  const left = obstacles.length - SHOWN;
  return (
    <div className={classes.barText}>
      <Text size="sm" fw={600} span>
        {t('case:decide.missing')}
      </Text>
      <ul className={classes.obstacles}>
        {obstacles.slice(0, SHOWN).map((obstacle, index) => (
          <li key={index}>{obstacleText(obstacle, nameOf, labels, t, i18n.language)}</li>
        ))}
        {left > 0 ? <li>{t('case:decide.more', { count: left })}</li> : null}
      </ul>
    </div>
  );
}

function obstacleText(
  obstacle: Obstacle,
  nameOf: (id: string | null) => string | undefined,
  labels: Labels,
  t: CaseText,
  language: string,
): string {
  switch (obstacle.kind) {
    case 'news':
      return t('case:obstacle.news');
    case 'marked':
      return t('case:obstacle.marked', { count: obstacle.count });
    case 'claimed': {
      const { operator, until } = obstacle;
      return t('case:obstacle.claimed', { operator, until: hourText(until, language) });
    }
    default: {
      const type = labels.ofAny('documentType', obstacle.type);
      const partner = nameOf(obstacle.partnerId);
      return t(`case:obstacle.${obstacle.kind}`, {
        what: partner === undefined ? type : `${type} (${partner})`,
      });
    }
  }
}
