import { useRef, useState } from 'react';

export type DialogName =
  | 'approve'
  | 'reject'
  | 'confirmReject'
  | 'sendBack'
  | 'suspend'
  | 'reactivate'
  | 'withdraw'
  | 'rejectDocument'
  | 'mcc';

/** At most one dialog is open. */
export interface CaseDialog {
  readonly name: DialogName | null;
  readonly open: (name: DialogName) => void;
  readonly close: () => void;
}

export function useDialog(): CaseDialog {
  const [name, setName] = useState<DialogName | null>(null);
  const opener = useRef<Element | null>(null);
  return {
    name,
    open: (next) => {
      opener.current = document.activeElement;
      // Whatever is not inside the full screen would be invisible.
      if (document.fullscreenElement !== null) void document.exitFullscreen();
      setName(next);
    },
    close: () => {
      // Back to where the operator was; the result of a decision may take the focus afterwards.
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
      setName(null);
    },
  };
}
