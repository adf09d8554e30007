import { AppShell, Box, Group } from '@mantine/core';
import { usePreferences } from '../app/preferences';
import { Brand } from './Brand';
import { PagePending } from './PagePending';
import classes from './Shell.module.css';

/** The frame of the shell, painted while it is asked who is logged in. */
export function ShellPending() {
  const { slimNavigation: slim } = usePreferences();
  return (
    <AppShell
      header={{ height: { base: 48, sm: 0 } }}
      navbar={{ width: slim ? 56 : 208, breakpoint: 'sm', collapsed: { mobile: true } }}
      padding={{ base: 'sm', sm: 'lg' }}
      transitionDuration={0}
    >
      <AppShell.Header hiddenFrom="sm" className={classes.header}>
        <Group h="100%" px="sm">
          <Brand />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} data-closed>
        <Box className={classes.brand} data-slim={slim || undefined}>
          <Brand slim={slim} />
        </Box>
      </AppShell.Navbar>
      <AppShell.Main className={classes.main} aria-busy>
        <PagePending />
      </AppShell.Main>
    </AppShell>
  );
}
