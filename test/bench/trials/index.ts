import type { Trial } from '../support/trial';
import { clock } from './clock';
import { diskFull } from './disk-full';
import { frozen } from './frozen';
import { fuzz } from './fuzz';
import { graceful } from './graceful';
import { hostile } from './hostile';
import { killed } from './killed';
import { moneyKilled } from './money-killed';
import { moneyRaces } from './money-races';
import { postgresCutAtCommit, postgresDeaf, postgresReadOnly, postgresRestarted } from './postgres';
import { provider } from './provider';
import { races } from './races';
import { rateLimit } from './rate-limit';
import { redisFlushed, redisFull, redisHung, redisKilled } from './redis';
import { migrationsKilled, oldApi } from './schema';
import { secrets } from './secrets';
import { tenants } from './tenants';

/** In the order of the table. The full form runs them so, one after the other. */
export const TRIALS: readonly Trial[] = [
  races,
  moneyRaces,
  provider,
  rateLimit,
  tenants,
  killed,
  moneyKilled,
  frozen,
  graceful,
  redisFlushed,
  redisKilled,
  redisFull,
  redisHung,
  postgresRestarted,
  postgresReadOnly,
  postgresCutAtCommit,
  postgresDeaf,
  hostile,
  fuzz,
  secrets,
  clock,
  migrationsKilled,
  oldApi,
  diskFull,
];
