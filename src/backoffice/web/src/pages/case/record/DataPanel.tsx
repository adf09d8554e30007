import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Identifier } from '../../../components/values/Identifier';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { placeOf } from '../marks/places';
import { useMarks, useMayMark } from '../marks/use-marks';
import { useLabels } from '../labels';
import { Addresses } from './Addresses';
import { FindingsSummary } from './FindingsSummary';
import { GivenReasons } from '../reasons/GivenReasons';
import { Partners } from './Partners';
import { RecordFields } from './RecordFields';
import { RevealBar } from './RevealBar';
import { RoundChanges } from './RoundChanges';

/** All that the merchant said of the submerchant. */
export function DataPanel() {
  return (
    <Stack gap="md">
      <RoundChanges />
      <FindingsSummary />
      <LastRejection />
      <RevealBar />
      <Progress />
      <RecordFields />
      <Partners />
      <Addresses />
      <Identifiers />
    </Stack>
  );
}

function LastRejection() {
  const { t } = useTranslation('case');
  const { rejection } = useCase().caseDetails;
  if (rejection === null) return null;
  return (
    <Alert variant="light" color="orange" title={t('record.rejection')}>
      <GivenReasons reasons={rejection.reasons} />
      <Text size="xs" mt={4}>
        {rejection.correctable ? t('record.correctable') : t('record.final')}
      </Text>
    </Alert>
  );
}

/** How far the reviewer has come with the fields. */
function Progress() {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails } = useCase();
  const labels = useLabels();
  const marks = useMarks();
  const mayMark = useMayMark();
  const done = Object.keys(marks).filter((place) => placeOf(place, caseDetails, labels, t) !== null).length;
  if (!mayMark || done === 0) return null;
  return (
    <Text size="xs" c="dimmed" role="status">
      {t('case:record.checked', { count: done })}
    </Text>
  );
}

function Identifiers() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  return (
    <section className={classes.group} aria-label={t('record.ids')}>
      <h2 className={classes.heading}>{t('record.ids')}</h2>
      <Stack gap={4}>
        <Identifier value={caseDetails.id} what={t('field.id')} />
        <Identifier value={caseDetails.merchant_id} what={t('field.merchant_id')} />
      </Stack>
    </section>
  );
}
