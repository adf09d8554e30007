import type { DeclaredEvent, DeclaredEvents } from './define-events';

/** Selects every kind. */
export const EVERY_KIND = '*';

/** What precedes the dot of a kind. */
export function prefixOf(kind: string): string {
  return kind.split('.', 1)[0] ?? kind;
}

/** Every kind of event that the features of this build declare (contract §7, Events). */
class EventCatalogue {
  private readonly declared = new Map<string, DeclaredEvent>();

  /**
   * The kinds that endpoints are notified of, in the order of their declaration. Always the same array: schemas of the API
   * refer to it before the features have been listed.
   */
  readonly kinds: readonly string[] = [];

  /** What endpoints may subscribe to: the kinds, `charge.*`-like prefixes and `*`. Always the same array, too. */
  readonly selectors: readonly string[] = [];

  /** Takes what a feature declares; a kind has one declaration. */
  declare(events: DeclaredEvents): void {
    for (const event of Object.values(events)) {
      const known = this.declared.get(event.kind);
      if (known === event) continue;
      if (known !== undefined) throw new Error(`the event ${event.kind} is declared twice`);
      this.declared.set(event.kind, event);
      if (event.isNotified) (this.kinds as string[]).push(event.kind);
    }
    const prefixes = this.kinds.filter((kind) => kind.includes('.')).map((kind) => `${prefixOf(kind)}.*`);
    (this.selectors as string[]).splice(0, Infinity, ...this.kinds, ...new Set(prefixes), EVERY_KIND);
  }

  /** Throws for a kind that no feature declared. */
  get(kind: string): DeclaredEvent {
    const event = this.declared.get(kind);
    if (event === undefined) throw new Error(`no feature declares the event ${kind}`);
    return event;
  }

  isNotified(kind: string): boolean {
    return this.declared.get(kind)?.isNotified === true;
  }
}

export const eventCatalogue = new EventCatalogue();
