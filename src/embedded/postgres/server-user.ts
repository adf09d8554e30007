import { execFileSync, spawnSync } from 'node:child_process';

/** The account that runs the server when we are root, because PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const ACCOUNTS = ['postgres', 'nobody'];

/** Null when the server may run as whoever runs this process. */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ACCOUNTS) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== null && gid !== null && uid !== 0) return { name, uid, gid };
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no account ${ACCOUNTS.join(' or ')} to run it as. ` +
      'Start this as an ordinary user, or name a server with DATABASE_URL.',
  );
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    const id = Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    return Number.isInteger(id) ? id : null;
  } catch {
    return null;
  }
}

/** The part of spawn's options that makes a command run as this account. */
export function asUser(user: ServerUser | null): { uid?: number; gid?: number } {
  return user === null ? {} : { uid: user.uid, gid: user.gid };
}

/** Tries, as that account, to go into a directory: a 0700 home on the way says no. */
export function canEnter(user: ServerUser | null, directory: string): boolean {
  if (user === null) return true;
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$1" && ls . >/dev/null', 'sh', directory], {
    cwd: '/',
    stdio: 'ignore',
    ...asUser(user),
  });
  if (tried.error !== undefined) {
    throw new Error(
      `This process may not run commands as ${user.name} (${tried.error.message}). ` +
        'Start it as an ordinary user, or name a PostgreSQL server with DATABASE_URL.',
    );
  }
  return tried.status === 0;
}
