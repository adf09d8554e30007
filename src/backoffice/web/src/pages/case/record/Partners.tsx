import { Text } from '@mantine/core';
import { isolated } from '../../../i18n/isolate';
import { useTranslation } from 'react-i18next';
import { Day } from '../../../components/values/DateTime';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { Partner } from '../work/case-types';
import { useLabels } from '../labels';
import { type PartnerField, partnerPlace } from '../marks/places';
import { Field } from './Field';
import { FindingList } from './FindingList';
import { targetId } from './targets';
import { TaxNumber } from './TaxNumber';

/** The legal representatives of a company. */
export function Partners() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const { legal_representatives: partners } = caseDetails;
  if (caseDetails.entity_type === 'pf') return null;
  const title = t('record.partners');
  return (
    <section
      className={classes.group}
      aria-label={title}
      id={targetId('legal_representatives')}
      tabIndex={-1}
    >
      <h2 className={classes.heading}>{title}</h2>
      <FindingList target="legal_representatives" what={title} />
      {partners.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('record.noPartners')}
        </Text>
      ) : (
        partners.map((partner) => <PartnerCard key={partner.id} partner={partner} />)
      )}
    </section>
  );
}

function PartnerCard({ partner }: { readonly partner: Partner }) {
  const { t, i18n } = useTranslation('case');
  const { reveal } = useCase();
  const labels = useLabels();
  const whole = reveal.numbers?.legal_representatives.find(({ id }) => id === partner.id)?.document;
  const share = partner.participation_percentage;
  const percent = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const values: Readonly<Record<PartnerField, React.ReactNode>> = {
    name: partner.name,
    document: <TaxNumber masked={partner.document} whole={whole} what={t('field.document')} />,
    birth_date: partner.birth_date === null ? null : <Day date={partner.birth_date} />,
    mother_name: partner.mother_name,
    email: partner.email,
    phone: partner.phone,
    role: partner.role === null ? null : labels.of('partnerRole', partner.role),
    qualification: partner.qualification === null ? null : labels.of('qualification', partner.qualification),
    participation_percentage: share === null ? null : `${percent.format(share)} %`,
    is_admin: partner.is_admin ? t('yes') : t('no'),
  };
  return (
    <div className={classes.card} id={targetId(partner.id)} tabIndex={-1}>
      <h3 className={classes.subheading}>{partner.name}</h3>
      <FindingList target={partner.id} what={partner.name} />
      <dl className={classes.fields}>
        {(Object.entries(values) as [PartnerField, React.ReactNode][]).map(([field, value]) => (
          <Field
            key={field}
            label={t(`field.${field}`)}
            fullLabel={`${t(`field.${field}`)} (${isolated(partner.name)})`}
            place={partnerPlace(partner.id, field)}
            value={value}
          />
        ))}
      </dl>
    </div>
  );
}
