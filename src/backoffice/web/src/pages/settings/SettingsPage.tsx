import { SegmentedControl, Switch, Text, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changePreferences, usePreferences } from '../../app/preferences';
import { LanguageChoice } from '../../components/LanguageChoice';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { ChangePassword } from './ChangePassword';
import { SecondFactor } from './SecondFactor';

/** What an operator chooses for this browser, and how the account is protected. */
export function SettingsPage() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Page title={t('title')} narrow>
      <Section title={t('display.title')} description={t('display.description')}>
        <LanguageChoice label={t('common:language')} aria-label={undefined} maw={260} />
        <ColorSchemeChoice />
        <ShortcutsSwitch />
      </Section>
      <SecondFactor />
      <ChangePassword />
    </Page>
  );
}

function ColorSchemeChoice() {
  const { t } = useTranslation('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const id = useId();
  return (
    <div>
      <Text size="sm" fw={500} id={id} mb={4}>
        {t('scheme.title')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={[
          { value: 'light', label: t('scheme.light') },
          { value: 'dark', label: t('scheme.dark') },
          { value: 'auto', label: t('scheme.auto') },
        ]}
      />
    </div>
  );
}

function ShortcutsSwitch() {
  const { t } = useTranslation('settings');
  const { shortcuts } = usePreferences();
  return (
    <Switch
      label={t('shortcuts.label')}
      description={t('shortcuts.description')}
      checked={shortcuts}
      onChange={({ currentTarget }) => changePreferences({ shortcuts: currentTarget.checked })}
    />
  );
}
