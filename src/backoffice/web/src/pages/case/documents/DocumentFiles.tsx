import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../../shortcuts/use-shortcut';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { Viewer } from '../viewer/Viewer';
import type { CaseDocument } from '../work/case-types';
import { sentSinceDecision, versionsOf } from '../work/group-documents';
import { useVersionText } from './use-version-text';
import { Versions } from './Versions';

interface DocumentFilesProps {
  readonly document: CaseDocument;
  readonly name: string;
}

/** The file of a document. What was sent anew opens with the version before beside it. */
export function DocumentFiles({ document, name }: DocumentFilesProps) {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const text = useVersionText();
  const versions = versionsOf(document, caseDetails);
  const before = document.replaced_at === null ? versions[1] : undefined;
  const [isWanted, setWanted] = useState(
    () => document.resent || sentSinceDecision(caseDetails).some(({ id }) => id === document.id),
  );
  const toggle = (): void => setWanted((old) => !old);
  useShortcut('v', t('keys.compare'), toggle, { enabled: before !== undefined });
  const file = <Viewer document={document} name={name} />;
  if (versions.length < 2) return file;
  return (
    <>
      <Group gap={6} className={classes.versions ?? ''}>
        <Versions document={document} versions={versions} name={name} />
        {before === undefined ? null : (
          <Button
            size="compact-sm"
            variant={isWanted ? 'light' : 'default'}
            aria-pressed={isWanted}
            onClick={toggle}
          >
            {t('documents.compare')}
          </Button>
        )}
      </Group>
      {before === undefined || !isWanted ? (
        file
      ) : (
        <div className={classes.files}>
          <Captioned caption={text(before)}>
            <Viewer document={before} name={t('documents.versionBefore', { what: name })} isBeside />
          </Captioned>
          <Captioned caption={text(document)}>{file}</Captioned>
        </div>
      )}
    </>
  );
}

function Captioned({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  return (
    <div className={classes.file}>
      <Text size="xs" c="dimmed">
        {caption}
      </Text>
      {children}
    </div>
  );
}
