import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links';

/** One delivery after the other, or by where they go. */
export function DeliveriesTabs({ shown }: { readonly shown: 'deliveries' | 'endpoints' }) {
  const { t } = useTranslation('deliveries');
  const look = (name: typeof shown) =>
    ({
      size: 'xs',
      variant: name === shown ? 'light' : 'default',
      'aria-current': name === shown ? 'page' : undefined,
    }) as const;
  return (
    <Group component="nav" gap="xs" aria-label={t('tabs.label')}>
      <ButtonLink to="/deliveries" {...look('deliveries')}>
        {t('tabs.deliveries')}
      </ButtonLink>
      <ButtonLink to="/deliveries/endpoints" {...look('endpoints')}>
        {t('tabs.endpoints')}
      </ButtonLink>
    </Group>
  );
}
