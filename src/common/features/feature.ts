import type { DynamicModule, Type } from '@nestjs/common';
import type { SecretRotation } from '../crypto';
import { type DeclaredEvents, eventCatalogue } from '../events';
import type { PendingKind } from '../http';
import type { Invariant, InvariantCheck } from '../invariants';
import type { OutboxConsumer } from '../outbox';
import type { ScheduledTask } from '../queue';
import { countPaths, type RateLimitCategory } from '../rate-limit';

/**
 * What a feature brings to the house (decision 0023). Everything that is put together of all features (the processes'
 * modules, the rules of the books, the worker's tasks and consumers …) is read from here: a new feature writes its
 * manifest and one line in src/features.ts.
 */
export interface Feature {
  readonly name: string;
  /** Modules of the API process. */
  readonly api?: readonly FeatureModule[];
  /** Modules of the worker; they export the feature's tasks and consumers. */
  readonly worker?: readonly FeatureModule[];
  /** Modules of the command line; they export the feature's rotations. */
  readonly commandLine?: readonly FeatureModule[];
  readonly invariants?: readonly Invariant[];
  /** Rules of the books that SQL alone cannot read; its modules of the command line export them. */
  readonly checks?: readonly Type<InvariantCheck>[];
  /** What the worker does by the clock. */
  readonly tasks?: readonly Type<ScheduledTask>[];
  /** What answers of its operations wait for: their Idempotency-Keys are kept as long (contract §1). */
  readonly pendingKeys?: readonly PendingKind[];
  /** What takes events of the outbox, in the order of the features, in the relay's one transaction. */
  readonly consumers?: readonly Type<OutboxConsumer>[];
  /** What it keeps sealed, to be sealed anew with the newest key. */
  readonly rotations?: readonly Type<SecretRotation>[];
  /** Paths under which its requests count, where that is not the category `default` (contract §3). */
  readonly rateLimit?: Partial<Readonly<Record<RateLimitCategory, readonly string[]>>>;
  readonly events?: readonly DeclaredEvents[];
}

type FeatureModule = Type | DynamicModule;

export function defineFeature(feature: Feature): Feature {
  return feature;
}

/** The features of this build, in an order in which their events and consumers make sense; makes what they declare known. */
export function defineFeatures(...features: readonly Feature[]): readonly Feature[] {
  declareEvents(features);
  for (const { rateLimit = {} } of features) {
    for (const [category, paths] of Object.entries(rateLimit))
      countPaths(category as RateLimitCategory, paths);
  }
  return features;
}

/** Makes the events of these features known: nothing else may come into the outbox. */
export function declareEvents(features: readonly Feature[]): void {
  for (const declared of features.flatMap(({ events = [] }) => events)) eventCatalogue.declare(declared);
}

/** One list of what the features bring of a kind, in their order. */
export function gather<Key extends ListKey>(
  features: readonly Feature[],
  key: Key,
): NonNullable<Feature[Key]>[number][] {
  return features.flatMap((feature) => [...((feature[key] ?? []) as NonNullable<Feature[Key]>[number][])]);
}

type ListKey =
  | 'api'
  | 'worker'
  | 'commandLine'
  | 'invariants'
  | 'checks'
  | 'tasks'
  | 'pendingKeys'
  | 'consumers'
  | 'rotations';
