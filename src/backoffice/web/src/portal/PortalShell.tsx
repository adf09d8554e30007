import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../components/ErrorAlert';
import { Icon, type IconName } from '../components/Icon';
import { LanguageChoice } from '../components/LanguageChoice';
import { StatusBadge } from '../components/values/StatusBadge';
import { Brand } from '../shell/Brand';
import { OfflineNotice } from '../shell/OfflineNotice';
import { PagePending } from '../shell/PagePending';
import shell from '../shell/Shell.module.css';
import { LinkRow } from './LinkRow';
import { portalLink } from './links';
import classes from './PortalShell.module.css';
import { closePortal, forgetPortal, usePortalEnded, usePortalSession } from './session';

const PAGES = [
  { to: '/sellers', text: 'page.sellers', icon: 'merchants' },
  { to: '/charges', text: 'page.charges', icon: 'charges' },
  { to: '/wallets', text: 'page.wallets', icon: 'wallets' },
  { to: '/withdrawals', text: 'page.withdrawals', icon: 'withdrawals' },
  { to: '/anticipations', text: 'page.anticipations', icon: 'anticipations' },
  { to: '/notifications', text: 'page.notifications', icon: 'deliveries' },
  { to: '/endpoints', text: 'page.endpoints', icon: 'providers' },
  { to: '/keys', text: 'page.keys', icon: 'lock' },
] as const satisfies readonly { to: string; text: `page.${string}`; icon: IconName }[];

/** What stays around every page: whose portal it is, where it leads, the way out. */
export function PortalShell() {
  const { t } = useTranslation(['portal', 'common']);
  const { merchant, submerchant } = usePortalSession();
  const hasEnded = usePortalEnded();
  return (
    <>
      <a href="#main" className={shell.skip}>
        {t('common:shell.skip')}
      </a>
      <header className={classes.header}>
        <Stack gap="xs">
          <Group justify="space-between" gap="sm" wrap="wrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Brand />
              <Text size="sm" className={classes.who ?? ''}>
                <bdi>{merchant.name}</bdi>
              </Text>
              {merchant.mode === 'test' ? <StatusBadge of="merchant" status="test" /> : null}
            </Group>
            <Group gap="xs">
              <LanguageChoice size="xs" w={150} />
              <Leave />
            </Group>
          </Group>
          {submerchant === null ? (
            <LinkRow
              label={t('navigation')}
              links={PAGES.map(({ to, text, icon }) => ({ link: portalLink(to), text: t(text), icon }))}
            />
          ) : null}
        </Stack>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <OfflineNotice />
        {hasEnded ? (
          <Alert role="alert" color="orange" title={t('ended.title')} icon={<Icon name="alert" />} mb="md">
            {t('ended.text')}
          </Alert>
        ) : null}
        <Suspense fallback={<PagePending />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}

function Leave() {
  const { t } = useTranslation('portal');
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: closePortal,
    onSuccess: async () => {
      await navigate(portalLink('/closed') as never);
      forgetPortal();
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => leave.mutate()}
        loading={leave.isPending}
        leftSection={<Icon name="logout" size={14} />}
      >
        {t('leave')}
      </Button>
      <ErrorAlert error={leave.error} />
    </>
  );
}
