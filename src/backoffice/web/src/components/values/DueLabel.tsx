import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { durationText } from './DateTime';
import { useNow } from './use-now';

/** From here on it is said to be due soon. */
const SOON_MS = 8 * 60 * 60_000;

/** Until when something should be decided or answered, in words; the colour only helps the eye. */
export function DueLabel({ at }: { readonly at: string }) {
  const { t } = useTranslation();
  const leftMs = new Date(at).getTime() - useNow();
  const time = durationText(Math.abs(leftMs) / 1_000, t);
  if (leftMs < 0) return <Badge color="red">{t('due.overdue', { time })}</Badge>;
  return <Badge color={leftMs < SOON_MS ? 'orange' : 'gray'}>{t('due.in', { time })}</Badge>;
}
