import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared, type Tx } from '../../database';
import type { MerchantMode, OperatorRole, Scope } from '../identity';

/** contract §8: a session ends after so many minutes without requests. The table's constraints say the same. */
export const IDLE_MINUTES = 30;

interface StoredSecret {
  readonly secret_mac: Buffer;
  readonly pepper_id: string;
  readonly expires_at: Date | null;
}

export interface MerchantCredential extends StoredSecret {
  readonly merchant_id: string;
  readonly name: string;
  readonly mode: MerchantMode;
  readonly scopes: Scope[];
  readonly limit_transactions: number | null;
  readonly limit_queries: number | null;
  readonly limit_default: number | null;
}

export interface OperatorCredential extends StoredSecret {
  readonly operator_id: string;
  readonly email: string;
  readonly role: OperatorRole;
}

export interface SessionCredential {
  readonly secret_mac: Buffer;
  readonly pepper_id: string;
  readonly last_seen_at: Date;
  /** Never after the end of its twelve hours. */
  readonly idle_expires_at: Date;
  readonly operator_id: string;
  readonly email: string;
  readonly role: OperatorRole;
}

export interface PortalCredential extends MerchantCredential {
  readonly public_key: string;
  readonly submerchant_id: string | null;
  readonly last_seen_at: Date;
  /** When it ends idle, or its key pair does. */
  readonly expires_at: Date;
}

/** One statement a credential, with all that a request needs to know of its owner. */
@Injectable()
export class CredentialRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findMerchant(publicKey: string): Promise<MerchantCredential | null> {
    const rows: MerchantCredential[] = await this.dataSource.query(
      prepared(`SELECT k.secret_mac, k.pepper_id, k.expires_at, k.scopes, m.id AS merchant_id, m.name, m.mode,
              m.limit_transactions, m.limit_queries, m.limit_default
       FROM api_keys k JOIN merchants m ON m.id = k.merchant_id
       WHERE k.public_key = $1 AND k.revoked_at IS NULL`),
      [publicKey],
    );
    return rows[0] ?? null;
  }

  async findOperator(publicKey: string): Promise<OperatorCredential | null> {
    const rows: OperatorCredential[] = await this.dataSource.query(
      prepared(`SELECT k.secret_mac, k.pepper_id, k.expires_at, o.id AS operator_id, o.email, o.role
       FROM operator_keys k JOIN operators o ON o.id = k.operator_id
       WHERE k.public_key = $1 AND k.revoked_at IS NULL AND o.disabled_at IS NULL`),
      [publicKey],
    );
    return rows[0] ?? null;
  }

  async findSession(sessionId: string): Promise<SessionCredential | null> {
    const rows: SessionCredential[] = await this.dataSource.query(
      prepared(`SELECT s.token_mac AS secret_mac, s.pepper_id, s.last_seen_at, s.idle_expires_at,
              o.id AS operator_id, o.email, o.role
       FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
       WHERE s.id = $1 AND o.disabled_at IS NULL`),
      [sessionId],
    );
    return rows[0] ?? null;
  }

  async findPortal(sessionId: string): Promise<PortalCredential | null> {
    const rows: PortalCredential[] = await this.dataSource.query(
      prepared(`SELECT s.token_mac AS secret_mac, s.pepper_id, s.last_seen_at, s.submerchant_id, s.public_key,
              least(s.idle_expires_at, k.expires_at) AS expires_at, k.scopes, m.id AS merchant_id, m.name, m.mode,
              m.limit_transactions, m.limit_queries, m.limit_default
       FROM portal_sessions s
       JOIN api_keys k ON k.merchant_id = s.merchant_id AND k.public_key = s.public_key
       JOIN merchants m ON m.id = s.merchant_id
       WHERE s.id = $1 AND s.opened_at IS NOT NULL AND k.revoked_at IS NULL`),
      [sessionId],
    );
    return rows[0] ?? null;
  }

  /** Keeps a session in use alive, to the minute; one that has ended stays ended. */
  async touchSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
    await tx.query(
      `UPDATE operator_sessions
       SET last_seen_at = $2, idle_expires_at = least(expires_at, $2 + make_interval(mins => $3))
       WHERE id = $1 AND idle_expires_at > $2 AND last_seen_at <= $2 - interval '1 minute'`,
      [sessionId, now, IDLE_MINUTES],
    );
  }

  /** The same of the portal. */
  async touchPortal(tx: Tx, sessionId: string, now: Date): Promise<void> {
    await tx.query(
      `UPDATE portal_sessions
       SET last_seen_at = $2, idle_expires_at = least(expires_at, $2 + make_interval(mins => $3))
       WHERE id = $1 AND idle_expires_at > $2 AND last_seen_at <= $2 - interval '1 minute'`,
      [sessionId, now, IDLE_MINUTES],
    );
  }

  /** Notes the use to the minute: at most one write a minute and key, whatever the traffic. */
  async touchApiKey(tx: Tx, merchantId: string, publicKey: string): Promise<void> {
    await tx.query(
      `UPDATE api_keys SET last_used_at = greatest(created_at, date_trunc('minute', now()))
       WHERE merchant_id = $1 AND public_key = $2
         AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now()))`,
      [merchantId, publicKey],
    );
  }

  /** The same of an operator's key. */
  async touchOperatorKey(tx: Tx, publicKey: string): Promise<void> {
    await tx.query(
      `UPDATE operator_keys SET last_used_at = greatest(created_at, date_trunc('minute', now()))
       WHERE public_key = $1 AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now()))`,
      [publicKey],
    );
  }
}
