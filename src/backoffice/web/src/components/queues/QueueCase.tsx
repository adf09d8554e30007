import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error';
import { ErrorAlert } from '../ErrorAlert';
import { Page } from '../Page';

interface QueueCaseProps<T> {
  /** From useResource. */
  readonly query: UseQueryResult<T, ApiError>;
  /** Undefined while it loads. */
  readonly title: (one: T | undefined) => string;
  /** Beside the heading. */
  readonly status: (one: T) => ReactNode;
  /** What may be done about it, and the way to the next. */
  readonly actions: (one: T | undefined) => ReactNode;
  readonly children: (one: T) => ReactNode;
}

/** One of a queue on a page of its own: heading, status, actions, and what is known of it. */
export function QueueCase<T>(props: QueueCaseProps<T>) {
  const { query, title, status, actions, children } = props;
  const { data } = query;
  return (
    <Page title={title(data)} aside={data === undefined ? null : status(data)} actions={actions(data)}>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {data === undefined ? query.isError ? null : <Skeleton h={400} /> : children(data)}
    </Page>
  );
}
