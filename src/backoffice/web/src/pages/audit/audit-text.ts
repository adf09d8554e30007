import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import type audit from '../../i18n/pt-BR/audit.json';

export interface AuditText {
  readonly action: (code: string) => string;
  readonly actor: (actor: Schema<'AuditActorResponse'>) => string;
  readonly target: (type: string) => string;
}

/** The log in words; what is newer than this page is shown as it came. */
export function useAuditText(): AuditText {
  const { t } = useTranslation('audit');
  return {
    // Dots part keys from their groups: the actions are kept with an underscore instead.
    action: (code) =>
      t(`action.${code.replace('.', '_') as keyof typeof audit.action}`, { defaultValue: code }),
    actor: ({ kind, email }) => (kind === 'operator' && email !== null ? email : t(`actor.${kind}`)),
    target: (type) => t(`target.${type as keyof typeof audit.target}`, { defaultValue: type }),
  };
}
