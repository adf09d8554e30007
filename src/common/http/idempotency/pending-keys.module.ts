import { type DynamicModule, Module } from '@nestjs/common';

/** What answers of one kind wait for, and when that still waits. */
export interface PendingKind {
  readonly kind: string;
  /** A condition on `kept.waits_for`, in SQL: only the feature that owns the thing knows its table. */
  readonly waits: string;
}

/** The kinds of all features. */
export const PENDING_KINDS = Symbol('PENDING_KINDS');

/** Provides the kinds that were gathered to the worker, which keeps their keys: no feature knows those of the others. */
@Module({})
export class PendingKeysModule {
  static with(kinds: readonly PendingKind[]): DynamicModule {
    return {
      module: PendingKeysModule,
      global: true,
      providers: [{ provide: PENDING_KINDS, useValue: kinds }],
      exports: [PENDING_KINDS],
    };
  }
}
