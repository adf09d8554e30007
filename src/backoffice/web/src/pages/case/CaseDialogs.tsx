import { useCase } from './case-context';
import { ApproveDialog } from './decisions/ApproveDialog';
import { ConfirmRejectDialog, RejectDialog } from './decisions/RejectDialog';
import { SendBackDialog } from './decisions/SendBackDialog';
import { StandingDialog, WithdrawDialog } from './decisions/TextDialogs';
import { RejectDocumentDialog } from './documents/RejectDocumentDialog';
import { MccDialog } from './decisions/MccDialog';

/** The one that is open. */
export function CaseDialogs() {
  const { dialog, documents } = useCase();
  switch (dialog.name) {
    case 'approve':
      return <ApproveDialog />;
    case 'reject':
      return <RejectDialog />;
    case 'confirmReject':
      return <ConfirmRejectDialog />;
    case 'sendBack':
      return <SendBackDialog />;
    case 'suspend':
    case 'reactivate':
      return <StandingDialog decision={dialog.name} />;
    case 'withdraw':
      return <WithdrawDialog />;
    case 'rejectDocument':
      return documents.focused === null ? null : <RejectDocumentDialog document={documents.focused} />;
    case 'mcc':
      return <MccDialog />;
    case null:
      return null;
  }
}
