import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changePreferences } from '../app/preferences';
import { changeLanguage, type Language, LANGUAGES } from '../i18n';

const NAMES: Readonly<Record<Language, string>> = { 'pt-BR': 'Português (Brasil)', en: 'English' };

/** The language of the pages, each named in itself. */
export function LanguageChoice(props: NativeSelectProps) {
  const { t, i18n } = useTranslation();
  const choose = (value: string): void => {
    const language = LANGUAGES.find((known) => known === value);
    if (language === undefined) return;
    changePreferences({ language });
    void changeLanguage(language);
  };
  return (
    <NativeSelect
      aria-label={t('language')}
      value={i18n.language}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
      {...props}
    />
  );
}
