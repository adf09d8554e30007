import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../../../src/api';
import { ChargeMoney } from '../../../../src/charges';
import { loadConfig } from '../../../../src/config';
import { answer } from '../child';

/** The API as it is, but for what a capture writes: neither receivables nor books. Answers its port. */
async function listen(environment: Readonly<Record<string, string>>): Promise<number> {
  const app = await createApi(loadConfig(environment));
  app.get(ChargeMoney, { strict: false }).captured = () => Promise.resolve();
  await app.listen(0, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

answer({ listen });
