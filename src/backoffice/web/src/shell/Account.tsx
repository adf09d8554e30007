import { ActionIcon } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changePreferences } from '../app/preferences';
import { ErrorAlert } from '../components/ErrorAlert';
import { Icon, type IconName } from '../components/Icon';
import { forgetSession, logOut, useSession } from '../session/session';
import { openShortcutsDialog } from './ShortcutsDialog';
import classes from './Account.module.css';

/** The foot of the navigation: who is logged in, the keys, the way out. No menu: nothing here is worth two clicks. */
export function Account({ slim }: { readonly slim: boolean }) {
  const { t } = useTranslation();
  const { operator } = useSession();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: logOut,
    onSuccess: async () => {
      await navigate({ to: '/login', search: {} });
      forgetSession();
    },
  });
  return (
    <div className={classes.root} data-slim={slim || undefined}>
      <ErrorAlert error={leave.error} />
      {slim ? null : (
        <Link to="/settings" className={classes.who ?? ''} title={operator.email}>
          <span className={classes.email}>{operator.email}</span>
          <span className={classes.role}>{t(`role.${operator.role}`)}</span>
        </Link>
      )}
      <div className={classes.tools}>
        <Tool icon="keyboard" label={t('shortcuts.title')} onClick={openShortcutsDialog} />
        <Tool
          icon="logout"
          label={slim ? `${t('shell.logOut')}: ${operator.email}` : t('shell.logOut')}
          onClick={() => leave.mutate()}
          isPending={leave.isPending}
        />
        <Tool
          icon={slim ? 'chevronRight' : 'chevronLeft'}
          label={slim ? t('shell.widen') : t('shell.narrow')}
          onClick={() => changePreferences({ slimNavigation: !slim })}
          wideOnly
        />
      </div>
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly isPending?: boolean;
  readonly wideOnly?: boolean;
}

function Tool({ icon, label, onClick, isPending = false, wideOnly = false }: ToolProps) {
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      onClick={onClick}
      loading={isPending}
      {...(wideOnly ? { visibleFrom: 'sm' } : {})}
    >
      <Icon name={icon} />
    </ActionIcon>
  );
}
