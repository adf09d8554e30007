/** A key an operator may press, and what it does. */
export interface Shortcut {
  /** As KeyboardEvent.key names it: `j`, `/`, `?`, `Enter`. */
  readonly key: string;
  /** What the list of shortcuts says of it. */
  readonly label: string;
  /** `dialog`: also, and only, while a dialog is open. */
  readonly scope: 'page' | 'dialog';
  readonly run: () => void;
}

/** Where letters belong to the element that has the focus. */
const TYPING =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"], [role="spinbutton"], [role="slider"]';

/** Where Enter already does something. */
const PRESSABLE =
  'a[href], button, summary, [role="button"], [role="tab"], [role="option"], [role="menuitem"]';

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** What the page offers right now. The one registered last wins, as a dialog or a newer page lies on top. */
export class ShortcutRegistry {
  private readonly registered = new Set<Shortcut>();

  add(shortcut: Shortcut): () => void {
    this.registered.add(shortcut);
    return () => this.registered.delete(shortcut);
  }

  list(): readonly Shortcut[] {
    return [...this.registered].filter(
      ({ key, scope }, index, all) =>
        all.findLastIndex((other) => other.key === key && other.scope === scope) === index,
    );
  }

  /** What this key press means, or null: never while somebody types, with a modifier, or under a dialog. */
  match(event: KeyboardEvent, dialogIsOpen: boolean): Shortcut | null {
    if (event.defaultPrevented || event.isComposing) return null;
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    if (isIn(event.target, TYPING)) return null;
    if (event.key === 'Enter' && isIn(event.target, PRESSABLE)) return null;
    const scope = dialogIsOpen ? 'dialog' : 'page';
    return this.list().find((shortcut) => shortcut.key === event.key && shortcut.scope === scope) ?? null;
  }
}

export const shortcuts = new ShortcutRegistry();
