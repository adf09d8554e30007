import type { Type } from '@nestjs/common';

/** What a notification carries under one name: a resource, as the API answers it. */
export interface EventResource {
  /** The member of the notification's body, e.g. `charge`. */
  readonly field: string;
  /** Its response class; a function, because files may load each other in any order. */
  readonly resource: () => Type;
}

type Example = Readonly<Record<string, unknown>>;

/** What there is to say of one kind of event. */
export interface EventText {
  /** What happened when it is sent, for people. */
  readonly text: string;
  /** What an example of the resource shows for this kind, above what its schema says. */
  readonly example: Example;
  /** A second resource beside the first. */
  readonly beside?: EventResource & { readonly example: Example };
}

/**
 * A declared kind of event. Only `defineEvents` and `defineSignal` make one, so an event kind that nobody declared does
 * not compile where an event is written.
 */
export class DeclaredEvent<Kind extends string = string> {
  private constructor(
    readonly kind: Kind,
    readonly resource: EventResource | null,
    readonly description: EventText | null,
  ) {}

  /** @internal */
  static of<Kind extends string>(
    kind: Kind,
    resource: EventResource | null,
    description: EventText | null,
  ): DeclaredEvent<Kind> {
    return new DeclaredEvent(kind, resource, description);
  }

  /** True for what endpoints are notified of, false for a signal between our own processes. */
  get isNotified(): boolean {
    return this.resource !== null;
  }
}

/** The declared events of one resource, by kind. */
export type DeclaredEvents<Kind extends string = string> = { readonly [K in Kind]: DeclaredEvent<K> };

/**
 * Declares the kinds of events of one resource: kind → resource, response class, text and example. They become known
 * when a feature lists them in its manifest.
 */
export function defineEvents<Kind extends string>(
  resource: EventResource,
  kinds: Readonly<Record<Kind, EventText>>,
): DeclaredEvents<Kind> {
  const entries = Object.entries(kinds) as [Kind, EventText][];
  return Object.fromEntries(
    entries.map(([kind, text]) => [kind, DeclaredEvent.of(kind, resource, text)]),
  ) as unknown as DeclaredEvents<Kind>;
}

/** Declares a kind that is no notification: it tells our own consumers to look at something. */
export function defineSignal<Kind extends string>(kind: Kind): DeclaredEvents<Kind> {
  return { [kind]: DeclaredEvent.of(kind, null, null) } as unknown as DeclaredEvents<Kind>;
}
