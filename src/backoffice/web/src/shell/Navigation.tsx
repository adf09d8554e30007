import { AppShell, NavLink } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../components/Icon';
import { NavigationLink } from '../components/links';
import { useAbilities } from '../session/session';
import { NAVIGATION } from './navigation-entries';
import classes from './Shell.module.css';

/** Bull Board: a page of its own, which the router does not know. */
const QUEUE_BOARD = '/v1/review/queue-board';

/** The pages that this operator's role opens. */
export function Navigation({ slim }: { readonly slim: boolean }) {
  const { t } = useTranslation();
  const { isAdmin } = useAbilities();
  return (
    <AppShell.Section component="ul" grow className={classes.links}>
      {NAVIGATION.filter(({ admin }) => isAdmin || !admin).map(({ to, text, icon }) => (
        <li key={to}>
          <NavigationLink
            to={to}
            className={classes.link ?? ''}
            data-slim={slim || undefined}
            leftSection={<Icon name={icon} size={17} />}
            label={slim ? null : t(text)}
            aria-label={t(text)}
            {...(slim ? { title: t(text) } : {})}
            activeProps={{ active: true }}
          />
        </li>
      ))}
      {isAdmin && (
        <li>
          <NavLink
            href={QUEUE_BOARD}
            className={classes.link ?? ''}
            data-slim={slim || undefined}
            leftSection={<Icon name="queueBoard" size={17} />}
            label={slim ? null : t('navigation.queueBoard')}
            aria-label={t('navigation.queueBoard')}
            {...(slim ? { title: t('navigation.queueBoard') } : {})}
          />
        </li>
      )}
    </AppShell.Section>
  );
}
