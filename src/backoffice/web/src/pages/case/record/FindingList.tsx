import { Anchor, Box, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { Finding } from '../work/case-types';
import { useLabels } from '../labels';

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

/** The label in the page's language; the particulars as the API words them. */
export function FindingText({ finding }: { readonly finding: Finding }) {
  const labels = useLabels();
  return (
    <Box>
      <Text size="sm" fw={500} span>
        {labels.of('finding', finding.code)}
      </Text>{' '}
      <Particulars text={finding.message} />
    </Box>
  );
}

/** Above this many characters the particulars are folded. */
const SHORT = 120;

function Particulars({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > SHORT;
  return (
    <Text size="xs" c="dimmed" span lang="en" style={{ overflowWrap: 'anywhere' }}>
      {isLong && !isOpen ? `${text.slice(0, SHORT)}… ` : `${text} `}
      {isLong ? (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('action.showLess') : t('action.showMore')}
        </Anchor>
      ) : null}
    </Text>
  );
}
