import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../session/session';

const ROLES: readonly Role[] = ['viewer', 'reviewer', 'treasurer', 'admin'];

interface RoleChoiceProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** The roles, each with what it may do. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const { t } = useTranslation(['operators', 'common']);
  return (
    <Radio.Group
      label={t('form.role')}
      value={value}
      onChange={(chosen) => onChange(ROLES.find((role) => role === chosen) ?? value)}
    >
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={t(`common:role.${role}`)}
            description={t(`roleHelp.${role}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
