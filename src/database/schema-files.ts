import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';

type Classes = Exclude<DataSourceOptions['entities'], undefined>;

/**
 * Entities and migrations are found by their file names, so that this folder knows no feature; the patterns match the
 * sources (tests) and the build alike. Where a process is one file the build puts the classes in the place of this
 * module (decision 0025).
 */
export function entities(): Classes {
  return [join(__dirname, '..', '**', '*.entity.{ts,js}')];
}

export function migrations(): Exclude<DataSourceOptions['migrations'], undefined> {
  return [join(__dirname, 'migrations', '*.{ts,js}')];
}
