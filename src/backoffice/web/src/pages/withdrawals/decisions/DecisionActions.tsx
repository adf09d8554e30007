import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { CaseAction } from '../../../components/queues/CaseAction';
import { useAbilities } from '../../../session/session';
import { ApproveDialog } from './ApproveDialog';
import { EndDialog } from './EndDialog';

/** What this operator may decide on a withdrawal; nothing for who only looks. */
export function DecisionActions({
  withdrawal,
}: {
  readonly withdrawal: Schema<'OperatorWithdrawalResponse'>;
}) {
  const { t } = useTranslation('withdrawals');
  const { mayMoveMoney } = useAbilities();
  const { status, awaiting_second: first } = withdrawal;
  const isReviewed = status === 'under_review' && mayMoveMoney;
  return (
    <>
      <CaseAction
        shortcut="c"
        label={t('cancel.action')}
        subject={withdrawal}
        isAllowed={isReviewed || (status === 'pending' && mayMoveMoney)}
      >
        {(one, close) => <EndDialog withdrawal={one} decision="cancel" onClose={close} />}
      </CaseAction>
      <CaseAction shortcut="r" label={t('refuse.action')} subject={withdrawal} isAllowed={isReviewed}>
        {(one, close) => <EndDialog withdrawal={one} decision="refuse" onClose={close} />}
      </CaseAction>
      <CaseAction
        shortcut="a"
        label={t('approve.action')}
        subject={withdrawal}
        isAllowed={isReviewed && (first?.hindrance ?? null) === null}
        isMain
      >
        {(one, close) => <ApproveDialog withdrawal={one} onClose={close} />}
      </CaseAction>
    </>
  );
}
