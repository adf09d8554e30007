import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type kase from '../../i18n/pt-BR/case.json';
import type common from '../../i18n/pt-BR/common.json';

export type CaseText = TFunction<['case', 'common']>;

type Groups = Pick<
  typeof kase,
  | 'addressType'
  | 'documentType'
  | 'field'
  | 'finding'
  | 'mccSource'
  | 'partnerRole'
  | 'qualification'
  | 'requirementStatus'
  | 'roundDecision'
  | 'step'
>;

/** The codes that the API names, in words. */
export interface Labels {
  /** Of a code from the API's own list: one without a text does not compile. */
  readonly of: <G extends keyof Groups>(group: G, code: keyof Groups[G] & string) => string;
  /** Of any text that came: one that is newer than this page is shown as it came. */
  readonly ofAny: (group: keyof Groups, code: string) => string;
  readonly reason: (code: string) => string;
  readonly status: (code: string) => string;
}

export function useLabels(): Labels {
  const { t, i18n } = useTranslation(['case', 'common']);
  const text = (namespace: 'case' | 'common', key: string, code: string): string =>
    i18n.exists(key, { ns: namespace }) ? (t as (key: string) => string)(`${namespace}:${key}`) : code;
  return {
    of: (group, code) => text('case', `${group}.${code}`, code),
    ofAny: (group, code) => text('case', `${group}.${code}`, code),
    reason: (code: keyof typeof common.reason.codes | (string & {})) =>
      text('common', `reason.codes.${code}`, code),
    status: (code: keyof typeof common.status | (string & {})) => text('common', `status.${code}`, code),
  };
}
