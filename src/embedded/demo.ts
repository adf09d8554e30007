import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { DAY_MS } from '../common/time';
import {
  ApiKeyReader,
  CreateMerchantUseCase,
  CreateOperatorUseCase,
  IssueOperatorKeyUseCase,
  OperatorReader,
  SetPasswordUseCase,
} from '../auth';
import { Clock } from '../common';
import { SYSTEM_ACTOR } from '../common/audit';
import { AddTermsUseCase } from '../terms';
import { DEMO_TERMS } from './demo-terms';

const MERCHANT_NAME = 'Demo Marketplace';
const OPERATOR_EMAIL = 'operator@demo.example';
const OPERATOR_KEY_DAYS = 90;
/** Renewed at the start that finds less than this left. */
const RENEW_BELOW_DAYS = 7;

/** Addresses under which the running service is reached. */
export interface ServiceUrls {
  readonly api_url: string;
  readonly docs_url: string;
  readonly backoffice_url: string;
}

/** `$DATA_DIR/demo.json` (contract §10). */
export interface Demo extends ServiceUrls {
  readonly merchant: {
    readonly merchant_id: string;
    readonly public_key: string;
    readonly secret_key: string;
  };
  readonly operator: {
    readonly email: string;
    readonly password: string;
    readonly public_key: string;
    readonly secret_key: string;
  };
}

/**
 * Makes sure that the demo merchant and operator of this data directory exist and that `demo.json` holds their
 * credentials. Secrets are random per data directory; nothing is made twice while the file and the database agree.
 */
export async function ensureDemo(
  app: INestApplicationContext,
  dataDir: string,
  urls: ServiceUrls,
): Promise<void> {
  const file = join(dataDir, 'demo.json');
  const known = readDemo(file);
  const merchant = (await knownMerchant(app, known)) ?? (await makeMerchant(app));
  const operator = (await knownOperator(app, known)) ?? (await makeOperator(app));
  writeDemo(file, { ...urls, merchant, operator });
}

async function knownMerchant(
  app: INestApplicationContext,
  known: Demo | null,
): Promise<Demo['merchant'] | null> {
  if (known === null) return null;
  const keys = await app.get(ApiKeyReader, { strict: false }).findAll(known.merchant.merchant_id);
  const valid = keys.some((key) => key.publicKey === known.merchant.public_key && key.revokedAt === null);
  return valid ? known.merchant : null;
}

async function makeMerchant(app: INestApplicationContext): Promise<Demo['merchant']> {
  const { merchant, pair } = await app
    .get(CreateMerchantUseCase, { strict: false })
    .execute({ name: MERCHANT_NAME, mode: 'test' }, SYSTEM_ACTOR);
  await app
    .get(AddTermsUseCase, { strict: false })
    .execute({ merchant_id: merchant.id, ...DEMO_TERMS }, SYSTEM_ACTOR);
  return { merchant_id: merchant.id, public_key: pair.publicKey, secret_key: pair.secretKey };
}

async function knownOperator(
  app: INestApplicationContext,
  known: Demo | null,
): Promise<Demo['operator'] | null> {
  if (known === null) return null;
  const operators = app.get(OperatorReader, { strict: false });
  const expiry = await operators.findKeyExpiry(known.operator.email, known.operator.public_key);
  if (expiry === null) return null;
  const left = expiry.getTime() - app.get(Clock, { strict: false }).now().getTime();
  return left > RENEW_BELOW_DAYS * DAY_MS ? known.operator : null;
}

/** A new operator; or, when the file was lost, new credentials for the one that is there. */
async function makeOperator(app: INestApplicationContext): Promise<Demo['operator']> {
  const operators = app.get(OperatorReader, { strict: false });
  const password = randomBytes(18).toString('base64url');
  const exists = (await operators.listAll()).some(({ email }) => email === OPERATOR_EMAIL);
  if (exists)
    await app.get(SetPasswordUseCase, { strict: false }).execute(OPERATOR_EMAIL, password, SYSTEM_ACTOR);
  else {
    const operator = { email: OPERATOR_EMAIL, role: 'admin', password } as const;
    await app.get(CreateOperatorUseCase, { strict: false }).execute(operator, SYSTEM_ACTOR);
  }
  const pair = await app
    .get(IssueOperatorKeyUseCase, { strict: false })
    .execute(OPERATOR_EMAIL, OPERATOR_KEY_DAYS, SYSTEM_ACTOR);
  return { email: OPERATOR_EMAIL, password, public_key: pair.publicKey, secret_key: pair.secretKey };
}

function readDemo(file: string): Demo | null {
  if (!existsSync(file)) return null;
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Demo>;
    return found.merchant !== undefined && found.operator !== undefined ? (found as Demo) : null;
  } catch {
    return null;
  }
}

function writeDemo(file: string, demo: Demo): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
}
