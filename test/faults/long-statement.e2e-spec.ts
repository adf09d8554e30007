import { SnapshotRunner } from '../../src/database';
import { useService } from '../support';

/** Above what a session of the API gives one statement, and above how long we wait for its answer (SESSION_LIMITS). */
const LONG_SECONDS = 12;

describe('a statement that is given longer than its session', () => {
  const service = useService();
  const sleep = (seconds: number) => `SELECT pg_sleep(${seconds})`;

  it('is waited for, and the next one on that connection no longer than before', async () => {
    const snapshots = service.api.get(SnapshotRunner, { strict: false });
    await snapshots.runLong(2_000 * LONG_SECONDS, (snapshot) => snapshot.query(sleep(LONG_SECONDS)));
    await expect(snapshots.run((snapshot) => snapshot.query(sleep(LONG_SECONDS)))).rejects.toThrow(
      /statement timeout/,
    );
  });
});
