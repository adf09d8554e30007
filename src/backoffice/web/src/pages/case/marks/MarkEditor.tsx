import { Button, Fieldset, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CASE_REASONS, ReasonFields } from '../../../components/ReasonPicker';
import classes from '../Case.module.css';
import type { Mark } from './mark';

interface MarkEditorProps {
  readonly field: string;
  readonly mark: Extract<Mark, { verdict: 'wrong' }>;
  readonly onChange: (mark: Mark | undefined) => void;
}

/** Why a field is wrong: kept as it is typed. */
export function MarkEditor({ field, mark, onChange }: MarkEditorProps) {
  const { t } = useTranslation('case');
  return (
    <Fieldset legend={t('mark.editor', { field })} className={classes.editor ?? ''}>
      <ReasonFields
        value={mark}
        codes={CASE_REASONS}
        showMissing
        onChange={({ code, message }) => onChange({ verdict: 'wrong', code, message })}
      />
      <Group justify="flex-end" mt="xs">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(undefined)}>
          {t('mark.remove')}
        </Button>
      </Group>
    </Fieldset>
  );
}
