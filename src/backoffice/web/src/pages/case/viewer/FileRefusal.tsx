import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/api-error';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { Icon } from '../../../components/Icon';
import classes from './Viewer.module.css';

const TEXTS = {
  FILE_UNAVAILABLE: ['viewer.unavailable', 'viewer.unavailableText'],
  FILE_TOO_LARGE: ['viewer.tooLarge', 'viewer.tooLargeText'],
  FILE_TYPE_REFUSED: ['viewer.typeRefused', 'viewer.typeRefusedText'],
} as const;

/** What the words above do not say. */
function faultOf(error: ApiError) {
  const data = error.dataOf('FILE_UNAVAILABLE') ?? error.dataOf('FILE_TYPE_REFUSED');
  if (data === null || data.fault === 'too_large' || data.fault === 'unknown_type') return null;
  return { ...data, fault: data.fault };
}

interface FileRefusalProps {
  readonly error: ApiError;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/** Why there is nothing to look at: the merchant hosts the file, and may mend it. */
export function FileRefusal({ error, isRetrying, retry }: FileRefusalProps) {
  const { t } = useTranslation(['case', 'common']);
  const texts = error.code in TEXTS ? TEXTS[error.code as keyof typeof TEXTS] : null;
  if (texts === null) {
    return (
      <div className={classes.message}>
        <ErrorAlert title={t('case:viewer.failed')} error={error} retry={retry} />
      </div>
    );
  }
  const [title, text] = texts;
  const why = faultOf(error);
  return (
    <div className={classes.message}>
      <Alert
        role="alert"
        color="orange"
        variant="light"
        icon={<Icon name="alert" />}
        title={t(`case:${title}`)}
      >
        <Stack gap={6} align="flex-start">
          <Text size="sm">{t(`case:${text}`)}</Text>
          {why !== null && (
            <Text size="xs" c="dimmed">
              {t(`case:viewer.fault.${why.fault}`, { status: why.http_status })}
            </Text>
          )}
          <Button size="xs" variant="default" loading={isRetrying} onClick={retry}>
            {t('common:error.retry')}
          </Button>
        </Stack>
      </Alert>
    </div>
  );
}
