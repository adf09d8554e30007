import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import type { ViewControls } from './view-state';

/** The pages of a PDF; nothing for a single one. */
export function PageChoice({ view }: { readonly view: ViewControls }) {
  const { t } = useTranslation('case');
  const { page, pages, goTo } = view;
  const [typed, setTyped] = useState<string | null>(null);
  if (pages === null || pages < 2) return null;
  const go = (): void => {
    if (typed !== null && /^\d+$/.test(typed)) goTo(Number(typed));
    setTyped(null);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        size={28}
        aria-label={t('viewer.previousPage')}
        onClick={() => goTo(page - 1)}
        disabled={page <= 1}
      >
        <Icon name="chevronLeft" />
      </ActionIcon>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextInput
          size="xs"
          w={44}
          inputMode="numeric"
          maxLength={6}
          aria-label={t('viewer.page')}
          value={typed ?? String(page)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={go}
        />
      </form>
      <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
        {t('viewer.pageOf', { pages })}
      </Text>
      <ActionIcon
        size={28}
        aria-label={t('viewer.nextPage')}
        onClick={() => goTo(page + 1)}
        disabled={page >= pages}
      >
        <Icon name="chevronRight" />
      </ActionIcon>
      <span role="status" className="visually-hidden">
        {t('viewer.pageAnnounced', { page, pages })}
      </span>
    </Group>
  );
}
