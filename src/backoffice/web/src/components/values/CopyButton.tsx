import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon';

/** Copies a value; `what` names it for those who do not see what it stands beside. */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1_500 });
  const label = clipboard.copied ? t('action.copied') : t('action.copyOf', { what });
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon size="sm" aria-label={t('action.copyOf', { what })} onClick={() => clipboard.copy(value)}>
          <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
        </ActionIcon>
      </Tooltip>
      <span role="status" className="visually-hidden">
        {clipboard.copied ? t('action.copied') : ''}
      </span>
    </>
  );
}
