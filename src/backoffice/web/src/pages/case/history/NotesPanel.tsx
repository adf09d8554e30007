import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/values/DateTime';
import { ErrorAlert } from '../../../components/ErrorAlert';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { asText, useDraft } from '../work/drafts';
import { notify } from '../../../components/notify';

const MAX_NOTE = 2_000;

/** What operators write for each other. */
export function NotesPanel() {
  const { t } = useTranslation('case');
  const { caseDetails, mayDecide } = useCase();
  return (
    <Stack gap="md">
      <div>
        <h2 className={classes.heading}>{t('notes.title')}</h2>
        <Text size="xs" c="dimmed">
          {t('notes.hint')}
        </Text>
      </div>
      {mayDecide ? <NewNote /> : null}
      {caseDetails.notes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('notes.none')}
        </Text>
      ) : (
        <ul className={classes.notes}>
          {caseDetails.notes.map(({ id, at, operator, text }) => (
            <li key={id}>
              <Text size="xs" c="dimmed">
                {operator} · <DateTime at={at} />
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {caseDetails.left_out.notes === 0 ? null : (
        <Text size="xs" c="dimmed">
          {t('notes.leftOut', { count: caseDetails.left_out.notes })}
        </Text>
      )}
    </Stack>
  );
}

function NewNote() {
  const { t } = useTranslation('case');
  const { actions } = useCase();
  const [text, setText] = useDraft('note', asText);
  const { note } = actions;
  const add = (): void => {
    if (text.trim() === '') return;
    note.run({ text: text.trim() }, () => {
      setText(undefined);
      notify(t('notes.added'));
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Stack gap={6}>
        <Textarea
          label={t('notes.label')}
          description={t('notes.count', { used: text.length, limit: MAX_NOTE })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={MAX_NOTE}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ErrorAlert error={note.error} />
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={note.isPending} disabled={text.trim() === ''}>
            {t('notes.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
