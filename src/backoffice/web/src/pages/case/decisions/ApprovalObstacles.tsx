import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { useIsWide } from '../use-tab';

/** On a phone the bar stays over the page: it says the first, and how many there are. */
const SHOWN = { wide: 4, narrow: 1 };

/** Beside the button that cannot be pressed: what is still missing. */
export function ApprovalObstacles({ obstacles }: { readonly obstacles: readonly string[] }) {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const isWide = useIsWide();
  if (obstacles.length === 0) {
    return caseDetails.needs_second.includes('approve') ? (
      <Text size="sm" className={classes.barText ?? ''}>
        {t('decide.needsSecond')}
      </Text>
    ) : null;
  }
  const shown = isWide ? SHOWN.wide : SHOWN.narrow;
  const left = obstacles.length - shown;
  return (
    <div className={classes.barText}>
      <Text size="sm" fw={600} span>
        {t('decide.missing')}
      </Text>
      <ul className={classes.obstacles}>
        {obstacles.slice(0, shown).map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
        {left > 0 ? <li>{t('decide.more', { count: left })}</li> : null}
      </ul>
    </div>
  );
}
