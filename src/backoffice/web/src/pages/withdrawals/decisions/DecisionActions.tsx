import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { Icon } from '../../../components/Icon';
import { useAbilities } from '../../../session/session';
import { useShortcut } from '../../../shortcuts/use-shortcut';
import { ApproveDialog } from './ApproveDialog';
import { EndDialog } from './EndDialog';

type Withdrawal = Schema<'OperatorWithdrawalResponse'>;

interface Opened {
  readonly decision: 'approve' | 'refuse' | 'cancel';
  /** As it was when the dialog opened: what is asked does not turn into something else meanwhile. */
  readonly withdrawal: Withdrawal;
}

/** What this operator may decide on a withdrawal; nothing for who only looks. */
export function DecisionActions({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdrawals');
  const { mayMoveMoney } = useAbilities();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { status, awaiting_second: first } = withdrawal;
  const isReviewed = status === 'under_review' && mayMoveMoney;
  const mayApprove = isReviewed && (first?.hindrance ?? null) === null;
  const mayCancel = mayMoveMoney && (status === 'under_review' || status === 'pending');
  const open = (decision: Opened['decision']) => (): void => setOpened({ decision, withdrawal });
  useShortcut('a', t('approve.action'), open('approve'), { enabled: mayApprove });
  useShortcut('r', t('refuse.action'), open('refuse'), { enabled: isReviewed });
  useShortcut('c', t('cancel.action'), open('cancel'), { enabled: mayCancel });
  const close = (): void => setOpened(null);
  return (
    <>
      {mayCancel ? (
        <Button variant="default" size="xs" onClick={open('cancel')}>
          {t('cancel.action')}
        </Button>
      ) : null}
      {isReviewed ? (
        <Button variant="default" size="xs" onClick={open('refuse')}>
          {t('refuse.action')}
        </Button>
      ) : null}
      {mayApprove ? (
        <Button size="xs" leftSection={<Icon name="check" size={14} />} onClick={open('approve')}>
          {t('approve.action')}
        </Button>
      ) : null}
      {opened === null ? null : opened.decision === 'approve' ? (
        <ApproveDialog withdrawal={opened.withdrawal} onClose={close} />
      ) : (
        <EndDialog withdrawal={opened.withdrawal} decision={opened.decision} onClose={close} />
      )}
    </>
  );
}
