import { Badge, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import { StatusBadge } from '../../../components/values/StatusBadge';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { CaseDocument } from '../work/case-types';
import { useLabels } from '../labels';
import { groupDocuments } from '../work/group-documents';

/** Current documents, those of the company first, then each partner's. */
export function DocumentList() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const owner = caseDetails.entity_type === 'pj' ? t('documents.company') : t('documents.person');
  return (
    <nav aria-label={t('documents.list')}>
      {groupDocuments(caseDetails).map(({ partner, documents }) => (
        <div key={partner?.id ?? 'owner'} className={classes.documentGroup}>
          <h2 className={classes.groupName}>{partner?.name ?? owner}</h2>
          <ul className={classes.plainList}>
            {documents.map((document) => (
              <li key={document.id}>
                <DocumentEntry document={document} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function DocumentEntry({ document }: { readonly document: CaseDocument }) {
  const { t } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  const labels = useLabels();
  const { focused } = documents;
  const isFocused =
    focused?.type === document.type && focused.legal_representative_id === document.legal_representative_id;
  const findings = caseDetails.findings.filter(({ target }) => target === document.id).length;
  return (
    <UnstyledButton
      className={classes.documentEntry ?? ''}
      aria-current={isFocused || undefined}
      data-document={document.id}
      onClick={() => documents.choose(document.id)}
    >
      <span className={classes.documentName}>{labels.of('documentType', document.type)}</span>
      <span className={classes.documentMarks}>
        <StatusBadge of="document" status={document.status} />
        {document.resent ? <Badge color="violet">{t('documents.resent')}</Badge> : null}
        {findings === 0 ? null : (
          <span className={classes.findingCount}>
            <Icon name="alert" size={14} />
            <span aria-hidden="true">{findings}</span>
            <span className="visually-hidden">{t('findings.title', { count: findings })}</span>
          </span>
        )}
      </span>
    </UnstyledButton>
  );
}
