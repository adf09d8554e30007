import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { CaseAction } from '../../../components/queues/CaseAction';
import { useAbilities } from '../../../session/session';
import { ApproveDialog } from './ApproveDialog';
import { RefuseDialog } from './RefuseDialog';

interface DecisionActionsProps {
  readonly anticipation: Schema<'OperatorAnticipationResponse'>;
}

/** What this operator may decide on an anticipation; nothing for who only looks. */
export function DecisionActions({ anticipation }: DecisionActionsProps) {
  const { t } = useTranslation('anticipations');
  const { mayMoveMoney } = useAbilities();
  const isAllowed = anticipation.status === 'pending' && mayMoveMoney;
  return (
    <>
      <CaseAction shortcut="r" label={t('refuse.action')} subject={anticipation} isAllowed={isAllowed}>
        {(one, close) => <RefuseDialog anticipation={one} onClose={close} />}
      </CaseAction>
      <CaseAction
        shortcut="a"
        label={t('approve.action')}
        subject={anticipation}
        isAllowed={isAllowed}
        isMain
      >
        {(one, close) => <ApproveDialog anticipation={one} onClose={close} />}
      </CaseAction>
    </>
  );
}
