import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { notify } from '../../../components/notify';
import { CaseAction } from '../../../components/queues/CaseAction';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { useAbilities } from '../../../session/session';

type ComparedItem = Schema<'ReconciliationItemResponse'>;

/** What this operator may do about a difference: explain it, or have it adjusted with another one; nothing for who only looks. */
export function ResolveActions({ dayId, item }: { readonly dayId: string; readonly item: ComparedItem }) {
  const { t } = useTranslation('reconciliation');
  const { mayMoveMoney } = useAbilities();
  const { status, resolution, waiting, merchant_id: merchantId } = item;
  const isOpen = status !== 'matched' && resolution === null && mayMoveMoney;
  // Of what nobody knows the owner of no book can be adjusted.
  const mayAdjust = isOpen && merchantId !== null;
  return (
    <>
      <CaseAction shortcut="e" label={t('explain.action')} subject={item} isAllowed={isOpen}>
        {(one, close) => <NoteDialog dayId={dayId} item={one} action="explain" onClose={close} />}
      </CaseAction>
      <CaseAction
        shortcut="a"
        label={t('adjust.action')}
        subject={item}
        isAllowed={mayAdjust && waiting === null}
      >
        {(one, close) => <NoteDialog dayId={dayId} item={one} action="adjust" onClose={close} />}
      </CaseAction>
      <CaseAction
        shortcut="c"
        label={t('confirm.action')}
        subject={waiting}
        isAllowed={mayAdjust && waiting?.hindrance === null}
        isMain
      >
        {(first, close) =>
          first === null ? null : (
            <ConfirmAdjustment dayId={dayId} itemId={item.id} first={first} onClose={close} />
          )
        }
      </CaseAction>
    </>
  );
}

function useResolve(dayId: string, itemId: string, onClose: () => void) {
  const { t } = useTranslation('reconciliation');
  const resolve = useChange('post', '/v1/review/reconciliations/{id}/items/{itemId}/resolve', {
    refresh: ['/v1/review/reconciliations', '/v1/review/books'],
    onSuccess: ({ resolution }) => {
      notify(t(resolution === null ? 'adjust.kept' : `${resolution}.done`));
      onClose();
    },
  });
  return {
    isPending: resolve.isPending,
    error: resolve.error,
    send: (action: 'explain' | 'adjust', note: string) =>
      resolve.mutate({ path: { id: dayId, itemId }, body: { action, note } }),
  };
}

interface NoteDialogProps {
  readonly dayId: string;
  readonly item: ComparedItem;
  readonly action: 'explain' | 'adjust';
  readonly onClose: () => void;
}

function NoteDialog({ dayId, item, action, onClose }: NoteDialogProps) {
  const { t } = useTranslation('reconciliation');
  const { send, ...change } = useResolve(dayId, item.id, onClose);
  const isPosted = action === 'explain' && item.status === 'date_differs';
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t(`${action}.title`)}
      text={isPosted ? t('explain.textDate') : t(`${action}.text`)}
      confirm={t(`${action}.action`)}
      {...change}
      onConfirm={(note) => send(action, note)}
    />
  );
}

interface ConfirmAdjustmentProps {
  readonly dayId: string;
  readonly itemId: string;
  readonly first: NonNullable<ComparedItem['waiting']>;
  readonly onClose: () => void;
}

/** Asks for the same as another operator did, to the letter, by which it is carried out. */
function ConfirmAdjustment({ dayId, itemId, first, onClose }: ConfirmAdjustmentProps) {
  const { t } = useTranslation('reconciliation');
  const { send, ...change } = useResolve(dayId, itemId, onClose);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('confirm.title', { operator: first.operator })}
      confirm={t('confirm.action')}
      {...change}
      onConfirm={() => send('adjust', first.note)}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{first.note}</bdi>
      </Text>
      <Text size="sm">{t('confirm.text')}</Text>
    </ConfirmDialog>
  );
}
