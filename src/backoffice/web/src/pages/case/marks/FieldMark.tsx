import { ActionIcon, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import type { Mark } from './mark';

interface FieldMarkProps {
  readonly field: string;
  readonly mark: Mark | undefined;
  readonly onChange: (mark: Mark | undefined) => void;
  /** Nothing was given: then it is missing, else it does not match. */
  readonly isEmpty: boolean;
}

/** Fine, or wrong: a field's verdict. Pressed again it is taken back. */
export function FieldMark({ field, mark, onChange, isEmpty }: FieldMarkProps) {
  const { t } = useTranslation('case');
  const isFine = mark?.verdict === 'fine';
  const isWrong = mark?.verdict === 'wrong';
  const wrong: Mark = {
    verdict: 'wrong',
    code: isEmpty ? 'missing_information' : 'data_mismatch',
    message: '',
  };
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        size={26}
        variant={isFine ? 'light' : 'subtle'}
        color={isFine ? 'green' : 'gray'}
        aria-pressed={isFine}
        aria-label={t('mark.fine', { field })}
        onClick={() => onChange(isFine ? undefined : { verdict: 'fine' })}
      >
        <Icon name="check" size={15} />
      </ActionIcon>
      <ActionIcon
        size={26}
        variant={isWrong ? 'light' : 'subtle'}
        color={isWrong ? 'red' : 'gray'}
        aria-pressed={isWrong}
        aria-label={t('mark.wrong', { field })}
        onClick={() => onChange(isWrong ? undefined : wrong)}
      >
        <Icon name="flag" size={15} />
      </ActionIcon>
    </Group>
  );
}
