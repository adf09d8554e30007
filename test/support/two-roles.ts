import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { workerDatabaseUrl } from './database';
import { onServer, siblingUrl } from './test-server';

const ROLES = join(__dirname, '..', '..', 'docker', 'roles.sql');

/** An empty database that one role owns and migrates and another one serves, as docker/roles.sql makes them. */
export class TwoRoles {
  private constructor(
    private readonly adminUrl: string,
    readonly database: string,
  ) {}

  static async make(): Promise<TwoRoles> {
    const roles = new TwoRoles(await workerDatabaseUrl(), `roles_${randomBytes(6).toString('hex')}`);
    await roles.asAdmin(`CREATE DATABASE ${roles.database} TEMPLATE template0 ENCODING 'UTF8'`);
    await onServer(siblingUrl(roles.adminUrl, roles.database), (client) => client.query(roles.script()));
    return roles;
  }

  get owner(): string {
    return `${this.database}_owner`;
  }

  get service(): string {
    return `${this.database}_service`;
  }

  get ownerUrl(): string {
    return this.urlOf(this.owner);
  }

  get serviceUrl(): string {
    return this.urlOf(this.service);
  }

  /** With the rights of the server's superuser, in another database. */
  asAdmin(statement: string): Promise<unknown> {
    return onServer(this.adminUrl, (client) => client.query(statement));
  }

  /** In a session of its own, whose settings end with it. */
  as<T extends QueryResultRow>(
    role: 'owner' | 'service',
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<T[]> {
    return onServer(role === 'owner' ? this.ownerUrl : this.serviceUrl, async (client) => {
      const { rows } = await client.query<T>(statement, [...values]);
      return rows;
    });
  }

  async drop(): Promise<void> {
    await this.asAdmin(`DROP DATABASE ${this.database} WITH (FORCE)`);
    await this.asAdmin(`DROP ROLE ${this.owner}, ${this.service}`);
  }

  private urlOf(role: string): string {
    const url = new URL(siblingUrl(this.adminUrl, this.database));
    url.username = role;
    url.password = passwordOf(role);
    return url.href;
  }

  /** The script with what psql fills in, and with names that no other spec on this server has. */
  private script(): string {
    const statements = readFileSync(ROLES, 'utf8')
      .replace(/^\\getenv .*$/gm, '')
      .replaceAll(":'owner_password'", `'${passwordOf(this.owner)}'`)
      .replaceAll(":'service_password'", `'${passwordOf(this.service)}'`)
      .replace(/\brepasse_(owner|service)\b/g, `${this.database}_$1`)
      .replace(/\bDATABASE repasse\b/g, `DATABASE ${this.database}`);
    if (statements.includes('repasse') || statements.includes(":'"))
      throw new Error(`docker/roles.sql names what this does not replace:\n${statements}`);
    return statements;
  }
}

function passwordOf(role: string): string {
  return `password-of-${role}`;
}
