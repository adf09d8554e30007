import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { useLabels } from '../labels';
import { DocumentDetails } from './DocumentDetails';
import { DocumentFiles } from './DocumentFiles';
import { DocumentList } from './DocumentList';
import { documentName } from '../work/group-documents';
import { useDocumentKeys } from './use-document-keys';

/** The documents: which there are, and the one that is looked at. */
export function DocumentsPanel() {
  const { t } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  const labels = useLabels();
  useDocumentKeys();
  const { focused } = documents;
  if (focused === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('documents.none')}
      </Text>
    );
  }
  return (
    <div className={classes.documentsFrame}>
      <div className={classes.documents}>
        <div className={classes.documentList}>
          <DocumentList />
        </div>
        <section className={classes.document} aria-label={documentName(focused, caseDetails, labels)}>
          <DocumentDetails document={focused} />
          <DocumentFiles
            key={focused.id}
            document={focused}
            name={documentName(focused, caseDetails, labels)}
          />
        </section>
      </div>
    </div>
  );
}
