import { Alert, Button, Group, List, Text } from '@mantine/core';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, toApiError } from '../api/api-error';
import { Icon } from './Icon';

interface ErrorAlertProps {
  /** What a query or a change failed with; nothing is shown for null. */
  readonly error: unknown;
  /** Offers to try again, once a 429's wait is over. */
  readonly retry?: (() => void) | undefined;
  readonly title?: string;
}

/** Says what failed: the API's message, its code and the request id that support asks for. */
export function ErrorAlert({ error, retry, title }: ErrorAlertProps) {
  const { t } = useTranslation();
  const known = error === null || error === undefined ? null : toApiError(error);
  const waitSeconds = useWait(known);
  if (known === null) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<Icon name="alert" />}
      title={title ?? t('error.title')}
    >
      <Text size="sm">{messageOf(known)}</Text>
      {known.details.length === 0 ? null : (
        <List size="sm" mt={4}>
          {known.details.map(({ field, code, message }) => (
            <List.Item key={`${field} ${code}`}>
              {field}: {message}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="md" mt={6} wrap="wrap">
        <Text size="xs" ff="monospace">
          {known.code}
          {known.requestId === null ? '' : ` · ${t('error.request')} ${known.requestId}`}
        </Text>
        {retry === undefined ? null : (
          <Button size="compact-xs" variant="default" onClick={retry} disabled={waitSeconds > 0}>
            {waitSeconds > 0 ? t('error.retryIn', { seconds: waitSeconds }) : t('error.retry')}
          </Button>
        )}
        {retry === undefined && waitSeconds > 0 ? (
          <Text size="xs">{t('error.retryIn', { seconds: waitSeconds })}</Text>
        ) : null}
      </Group>
    </Alert>
  );
}

/** The API's own words, except where there was no answer to take them from. */
function messageOf(error: ApiError): string {
  const { t } = i18next;
  if (error.isUnanswered) return error.wasOffline ? t('error.offline') : t('error.unanswered');
  if (error.code === 'NOT_FOUND') return t('error.notFound');
  if (error.status === 401) return t('error.sessionEnded');
  if (error.status === 429) return t('error.tooMany');
  return error.message;
}

/** The seconds until the request may be sent again, counted down. */
function useWait(error: ApiError | null): number {
  const [now, setNow] = useState(Date.now);
  const until = error?.retryAt ?? 0;
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
