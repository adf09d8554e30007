import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useShortcut } from '../../shortcuts/use-shortcut';
import { Icon } from '../Icon';

interface CaseActionProps<T> {
  /** The key that opens it. */
  readonly shortcut: string;
  readonly label: string;
  readonly subject: T;
  readonly isAllowed: boolean;
  /** The one that usually is chosen. */
  readonly isMain?: boolean;
  /** The dialog that asks, on the subject as it was when it opened: what is asked does not turn into something else meanwhile. */
  readonly children: (subject: T, close: () => void) => ReactNode;
}

/** Something that an operator may do about one of a queue: a button, a key, a dialog that asks. */
export function CaseAction<T>(props: CaseActionProps<T>) {
  const { shortcut, label, subject, isAllowed, isMain = false, children } = props;
  const [opened, setOpened] = useState<{ readonly subject: T } | null>(null);
  const open = (): void => setOpened({ subject });
  useShortcut(shortcut, label, open, { enabled: isAllowed });
  return (
    <>
      {isAllowed ? (
        <Button
          variant={isMain ? 'filled' : 'default'}
          size="xs"
          leftSection={isMain ? <Icon name="check" size={14} /> : undefined}
          onClick={open}
        >
          {label}
        </Button>
      ) : null}
      {opened === null ? null : children(opened.subject, () => setOpened(null))}
    </>
  );
}
