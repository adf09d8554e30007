import { useTranslation } from 'react-i18next';
import { dayText } from '../../../components/values/days';
import { formatReais } from '../../../components/values/Money';
import { useCase } from '../case-context';
import { useLabels } from '../labels';
import type { SubmittedChange } from '../work/case-types';

/** A change in words: what it is about, and its values as the record shows them. */
export interface ChangeText {
  readonly field: (change: SubmittedChange) => string;
  readonly value: (change: SubmittedChange, value: string | null) => string;
}

export function useChangeText(): ChangeText {
  const { t, i18n } = useTranslation('case');
  const { caseDetails } = useCase();
  const labels = useLabels();
  return {
    field: ({ target, field }) => {
      if (target === 'addresses') return t('field.addresses');
      const partner = caseDetails.legal_representatives.find(({ id }) => id === target);
      const label = labels.ofAny('field', field);
      if (target === field) return label;
      return `${partner?.name ?? t('record.partner')}: ${label}`;
    },
    value: ({ field }, value) => {
      if (value === null) return t('record.empty');
      switch (field) {
        case 'average_ticket':
        case 'monthly_revenue':
          return formatReais(Number(value), i18n.language);
        case 'birth_date':
          return dayText(value, i18n.language);
        case 'participation_percentage':
          return `${new Intl.NumberFormat(i18n.language).format(Number(value))} %`;
        case 'role':
          return labels.ofAny('partnerRole', value);
        case 'qualification':
          return labels.ofAny('qualification', value);
        case 'is_admin':
          return value === 'true' ? t('yes') : t('no');
        default:
          return value;
      }
    },
  };
}
