import { type DynamicModule, Module } from '@nestjs/common';
import type { Invariant } from './invariant';

/** The rules of all features, of whichever process reads them. */
export const INVARIANTS = Symbol('INVARIANTS');

/** Provides the rules that were gathered to the whole process: no feature knows those of the others. */
@Module({})
export class InvariantsModule {
  static with(rules: readonly Invariant[]): DynamicModule {
    return {
      module: InvariantsModule,
      global: true,
      providers: [{ provide: INVARIANTS, useValue: rules }],
      exports: [INVARIANTS],
    };
  }
}
