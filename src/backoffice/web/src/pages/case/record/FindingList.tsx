import { Box, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { Finding } from '../work/case-types';
import { useLabels } from '../labels';
import { FindingParticulars } from './FindingParticulars';

/** What is computed about one field, partner or document, beside it. */
export function FindingList({ target, what }: { readonly target: string; readonly what: string }) {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const findings = caseDetails.findings.filter((finding) => finding.target === target);
  if (findings.length === 0) return null;
  return (
    <List listStyleType="none" className={classes.findings ?? ''} aria-label={t('findings.of', { what })}>
      {findings.map((finding) => (
        <List.Item key={`${finding.code} ${finding.message}`} icon={<Icon name="alert" size={14} />}>
          <FindingText finding={finding} />
        </List.Item>
      ))}
    </List>
  );
}

/** What it is called, and its particulars. */
export function FindingText({ finding }: { readonly finding: Finding }) {
  const labels = useLabels();
  return (
    <Box>
      <Text size="sm" fw={500} span>
        {labels.of('finding', finding.code)}
      </Text>{' '}
      <FindingParticulars finding={finding} />
    </Box>
  );
}
