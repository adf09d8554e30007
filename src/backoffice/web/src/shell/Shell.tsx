import { AppShell, Box, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../app/load-code';
import { usePreferences } from '../app/preferences';
import { useSessionEnded } from '../session/session';
import { ShortcutsDialog } from './ShortcutsDialog';
import { useShortcutListener } from '../shortcuts/use-shortcut';
import { Account } from './Account';
import { Brand } from './Brand';
import { Navigation } from './Navigation';
import { OfflineNotice } from './OfflineNotice';
import { PagePending } from './PagePending';
import classes from './Shell.module.css';

// Needed at most once in a session: it is no part of the first load, and comes right after it, because it must be
// there when the server is not.
const loadSessionEndedDialog = () => loadCode(() => import('../session/SessionEndedDialog'));
const SessionEndedDialog = lazy(async () => ({
  default: (await loadSessionEndedDialog()).SessionEndedDialog,
}));

/** What stays around every page: skip link, navigation, who is logged in. */
export function Shell() {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { slimNavigation: slim } = usePreferences();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const hasEnded = useSessionEnded();
  useShortcutListener();
  useIdleLoad(loadSessionEndedDialog);
  // On a narrow screen the menu covers the page it led to.
  useEffect(() => close(), [path, close]);

  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <AppShell
        header={{ height: { base: 48, sm: 0 } }}
        navbar={{ width: slim ? 56 : 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'sm', sm: 'lg' }}
        transitionDuration={120}
      >
        <AppShell.Header hiddenFrom="sm" className={classes.header}>
          <Group h="100%" px="sm" gap="sm">
            <Burger
              opened={isOpen}
              onClick={toggle}
              size="sm"
              aria-label={isOpen ? t('shell.closeMenu') : t('shell.openMenu')}
              aria-expanded={isOpen}
            />
            <Brand />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar
          className={classes.navbar}
          aria-label={t('shell.navigation')}
          data-closed={!isOpen || undefined}
        >
          <Box visibleFrom="sm" className={classes.brand} data-slim={slim || undefined}>
            <Brand slim={slim} />
          </Box>
          <Navigation slim={slim} />
          <Account slim={slim} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          <OfflineNotice />
          <Suspense fallback={<PagePending />}>
            <Outlet />
          </Suspense>
        </AppShell.Main>
      </AppShell>
      <ShortcutsDialog />
      <Suspense fallback={null}>{hasEnded ? <SessionEndedDialog /> : null}</Suspense>
    </>
  );
}

/** Fetches code once the browser has nothing better to do. */
function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => null), 2_000);
    return () => clearTimeout(timer);
  }, [load]);
}
