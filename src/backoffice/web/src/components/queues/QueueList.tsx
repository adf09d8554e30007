import { Button, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../Icon';
import { ListTable, type ListTableProps } from '../lists/ListPage';
import type { Filters } from '../lists/use-filters';
import { Page } from '../Page';

/** How often a queue asks for what is new. */
export const QUEUE_REFRESH_MS = 20_000;

/** How the pages of queues ask for their rows. */
export const QUEUE_PAGE = { limit: 50, time_zone: 'America/Sao_Paulo' } as const;

interface QueueListProps<T, Tab extends string> extends ListTableProps<T> {
  readonly title: string;
  readonly description: string;
  /** Beside the heading: usually the way to the next one. */
  readonly actions: ReactNode;
  readonly filters: Filters<{ tab?: Tab }>;
  /** What the rows are kept apart by. */
  readonly tabs: {
    readonly label: string;
    /** The first is the usual one: the URL does not name it. */
    readonly names: readonly Tab[];
    readonly shown: Tab;
    readonly text: (name: Tab) => string;
  };
  /** A FilterBar. */
  readonly bar: ReactNode;
  /** Above the tabs: what concerns all of them. */
  readonly children?: ReactNode;
}

/** A queue: what waits on the first of its tabs, the rest behind the others; tab, filters and page are in the URL. */
export function QueueList<T, Tab extends string>(props: QueueListProps<T, Tab>) {
  const { title, description, actions, tabs, bar, children, ...list } = props;
  const { filters } = list;
  const total = list.query.data?.pagination.total;
  const choose = (chosen: string | null): void => {
    const tab = tabs.names.find((name) => name === chosen && name !== tabs.names[0]);
    filters.set({ tab });
  };
  return (
    <Page
      title={title}
      aside={total === undefined ? null : <Text c="dimmed">{total}</Text>}
      description={description}
      actions={actions}
    >
      {children}
      <Tabs value={tabs.shown} keepMounted={false} onChange={choose}>
        <Tabs.List mb="md" aria-label={tabs.label}>
          {tabs.names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {tabs.text(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tabs.shown}>
          <Stack gap="md">
            {bar}
            <ListTable {...list} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** The way to the next one of a queue; beside other buttons it is as small as they are. */
export function NextButton({
  label,
  onClick,
  look = 'page',
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly look?: 'page' | 'case' | 'small';
}) {
  return (
    <Button
      variant={look === 'page' ? 'filled' : 'default'}
      size={look === 'small' ? 'xs' : 'sm'}
      onClick={onClick}
      rightSection={<Icon name="arrowRight" size={look === 'small' ? 14 : 16} />}
    >
      {label}
    </Button>
  );
}
