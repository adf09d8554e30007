import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CASE_REASONS, DOCUMENT_REASONS, ReasonFields } from '../../../components/ReasonPicker';
import { Icon } from '../../../components/Icon';
import { messageOf } from '../marks/marked-reasons';
import { MAX_REASONS, type ReasonRow, type Reasons } from './reason-rows';

interface ReasonsEditorProps {
  readonly reasons: Reasons;
  /** Set once the operator tried to send them. */
  readonly showMissing: boolean;
}

/** The reasons that go to the merchant, each with what it is about. */
export function ReasonsEditor({ reasons, showMissing }: ReasonsEditorProps) {
  const { t } = useTranslation(['case', 'common']);
  const { rows } = reasons;
  const wanted = rows.filter(({ isLeftOut }) => !isLeftOut);
  return (
    <Stack gap="sm" role="group" aria-label={t('case:reasons.list')}>
      {rows.map((row) => (
        <ReasonEditor key={row.key} row={row} reasons={reasons} showMissing={showMissing} />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={wanted.length >= MAX_REASONS}
          onClick={reasons.add}
        >
          {t('common:reason.add')}
        </Button>
      </Group>
      {showMissing && reasons.sendable === null ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {wanted.length === 0
            ? t('common:reason.needOne')
            : wanted.length > MAX_REASONS
              ? t('case:reasons.tooMany', { limit: MAX_REASONS })
              : t('case:reasons.incomplete')}
        </Text>
      ) : null}
    </Stack>
  );
}

interface ReasonEditorProps extends ReasonsEditorProps {
  readonly row: ReasonRow;
}

function ReasonEditor({ row, reasons, showMissing }: ReasonEditorProps) {
  const { t } = useTranslation(['case', 'common']);
  if (row.isLeftOut) {
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" td="line-through">
          {row.label}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={() => reasons.takeBack(row)}>
          {t('case:reasons.takeBack', { what: row.label })}
        </Button>
      </Group>
    );
  }
  return (
    <Fieldset legend={row.label} p="sm">
      <ReasonFields
        value={{ code: row.code, message: row.message }}
        onChange={(next) => reasons.change(row, next)}
        codes={row.from === 'document' ? DOCUMENT_REASONS : CASE_REASONS}
        showMissing={showMissing}
      />
      {row.prefix === null ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {t('case:reasons.reads', { text: messageOf(row) })}
        </Text>
      )}
      <Group justify="flex-end" mt={4}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('case:reasons.leaveOutOf', { what: row.label })}
          onClick={() => reasons.leaveOut(row)}
        >
          {t('case:reasons.leaveOut')}
        </Button>
      </Group>
    </Fieldset>
  );
}
