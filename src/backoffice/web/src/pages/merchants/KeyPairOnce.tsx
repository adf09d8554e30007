import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../../components/values/Facts';
import { Icon } from '../../components/Icon';
import { Identifier } from '../../components/values/Identifier';

interface KeyPairOnceProps {
  readonly publicKey: string;
  /** Null when the same request was answered before: the secret is told once. */
  readonly secretKey: string | null;
  readonly onDone: () => void;
}

/** A key pair just issued. Closed only by somebody who says that the secret is kept. */
export function KeyPairOnce({ publicKey, secretKey, onDone }: KeyPairOnceProps) {
  const { t } = useTranslation('merchants');
  const [isKept, setKept] = useState(false);
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" icon={<Icon name="alert" />}>
        {secretKey === null ? t('key.alreadyTold') : t('key.once')}
      </Alert>
      <Facts label={t('key.pair')}>
        <Fact name={t('key.public')}>
          <Identifier value={publicKey} what={t('key.public')} />
        </Fact>
        {secretKey === null ? null : (
          <Fact name={t('key.secret')}>
            <Identifier value={secretKey} what={t('key.secret')} />
          </Fact>
        )}
      </Facts>
      <Checkbox
        label={t('key.kept')}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button onClick={onDone} disabled={!isKept}>
          {t('key.done')}
        </Button>
      </Group>
    </Stack>
  );
}
