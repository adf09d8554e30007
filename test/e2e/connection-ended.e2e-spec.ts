import { Client } from 'pg';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { clientWithDeadline, DeadlineClient } from '../../src/database/connection/deadline-client';
import { eventually } from '../support';
import { workerDatabaseUrl } from '../support/database';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function connected(): Promise<DeadlineClient> {
  const client = new DeadlineClient({
    ...clientWithDeadline(5_000),
    connectionString: await workerDatabaseUrl(),
  });
  await client.connect();
  return client;
}

/** A connection that asked for its other side for a while, and was ended as BullMQ ends the one it listens with. */
async function ended(): Promise<WeakRef<DeadlineClient>> {
  const client = await connected();
  client.askEvery(20);
  await client.query('SELECT pg_sleep(0.1)');
  client.removeAllListeners();
  await client.end();
  return new WeakRef(client);
}

it('a connection that has ended is asked nothing more and held by nothing, whoever took its listeners off', async () => {
  const client = await ended();
  await eventually(() => {
    collectGarbage();
    expect(client.deref()).toBeUndefined();
  });
});

it('one that its server ends ends no process, whoever took its listeners off', async () => {
  const client = await connected();
  client.removeAllListeners();
  const other = new Client({ connectionString: await workerDatabaseUrl() });
  await other.connect();
  await other.query('SELECT pg_terminate_backend($1)', [client.processID]);
  await other.end();
  await eventually(() => expect(client.query('SELECT 1')).rejects.toThrow());
});
