import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { KeyedHash } from '../../common/crypto';
import type { Reading, Tx } from '../../database';
import type { MerchantMode, Scope } from '../identity';
import type { PortalSession } from './portal-session.entity';

/** What a link needs to be stored. */
export type NewPortalLink = Pick<
  PortalSession,
  | 'merchantId'
  | 'id'
  | 'publicKey'
  | 'submerchantId'
  | 'tokenMac'
  | 'pepperId'
  | 'createdAt'
  | 'linkExpiresAt'
>;

/** A link that may be opened now. */
export interface OpenableLink {
  readonly merchantId: string;
  readonly submerchantId: string | null;
  readonly secret: KeyedHash;
}

/** When a session that begins ends. */
export interface PortalTimes {
  readonly openedAt: Date;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
}

/** What the pages show of a session and of whom it stands for. */
export interface PortalDetails {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly mode: MerchantMode;
  readonly scopes: Scope[];
  readonly submerchantId: string | null;
  readonly submerchantName: string | null;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
}

/** The rows of links and sessions of the portal: in PostgreSQL, so that every API process knows them and their end. */
@Injectable()
export class PortalSessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** False when the merchant has no such submerchant. */
  async insert(tx: Tx, link: NewPortalLink): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO portal_sessions
         (merchant_id, id, public_key, submerchant_id, token_mac, pepper_id, created_at, link_expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8
        WHERE $4::uuid IS NULL OR EXISTS (SELECT FROM submerchants WHERE merchant_id = $1 AND id = $4)
       RETURNING 1`,
      [
        link.merchantId,
        link.id,
        link.publicKey,
        link.submerchantId,
        link.tokenMac,
        link.pepperId,
        link.createdAt,
        link.linkExpiresAt,
      ],
    );
    return rows.length === 1;
  }

  /** Until the transaction ends nobody else's to open; null when it is unknown, was opened, has expired, or its key pair has ended. */
  async lockOpenable(tx: Tx, id: string, now: Date): Promise<OpenableLink | null> {
    const [row] = await tx.query<
      { merchant_id: string; submerchant_id: string | null; token_mac: Buffer; pepper_id: string }[]
    >(
      `SELECT s.merchant_id, s.submerchant_id, s.token_mac, s.pepper_id
         FROM portal_sessions s JOIN api_keys k ON k.merchant_id = s.merchant_id AND k.public_key = s.public_key
        WHERE s.id = $1 AND s.opened_at IS NULL AND s.link_expires_at > $2
          AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
          FOR NO KEY UPDATE OF s`,
      [id, now],
    );
    return row === undefined
      ? null
      : {
          merchantId: row.merchant_id,
          submerchantId: row.submerchant_id,
          secret: { keyId: row.pepper_id, mac: row.token_mac },
        };
  }

  /** The link becomes a session: its token is exchanged for the cookie's. */
  async open(
    tx: Tx,
    { merchantId, id }: Pick<PortalSession, 'merchantId' | 'id'>,
    secret: KeyedHash,
    { openedAt, idleExpiresAt, expiresAt }: PortalTimes,
  ): Promise<void> {
    await tx.query(
      `UPDATE portal_sessions SET token_mac = $3, pepper_id = $4, opened_at = $5, last_seen_at = $5,
              idle_expires_at = $6, expires_at = $7
        WHERE merchant_id = $1 AND id = $2 AND opened_at IS NULL`,
      [merchantId, id, secret.mac, secret.keyId, openedAt, idleExpiresAt, expiresAt],
    );
  }

  /** An opened one; null when it has ended. */
  async find(
    merchantId: string,
    id: string,
    on: Reading = this.dataSource.manager,
  ): Promise<PortalDetails | null> {
    const rows = await on.query<PortalDetails[]>(
      `SELECT m.id AS "merchantId", m.name AS "merchantName", m.mode, k.scopes,
              s.submerchant_id AS "submerchantId", coalesce(b.trade_name, b.legal_name) AS "submerchantName",
              s.idle_expires_at AS "idleExpiresAt", s.expires_at AS "expiresAt"
         FROM portal_sessions s
         JOIN merchants m ON m.id = s.merchant_id
         JOIN api_keys k ON k.merchant_id = s.merchant_id AND k.public_key = s.public_key
         LEFT JOIN submerchants b ON b.merchant_id = s.merchant_id AND b.id = s.submerchant_id
        WHERE s.merchant_id = $1 AND s.id = $2 AND s.opened_at IS NOT NULL`,
      [merchantId, id],
    );
    return rows[0] ?? null;
  }

  /** False when it had ended already. */
  async delete(tx: Tx, merchantId: string, id: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(
      'DELETE FROM portal_sessions WHERE merchant_id = $1 AND id = $2',
      [merchantId, id],
    );
    return count === 1;
  }

  /** Links that nobody opened in time and sessions that have ended by themselves, `limit` at most; returns how many. */
  async deleteEnded(tx: Tx, now: Date, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM portal_sessions WHERE (merchant_id, id) IN (
         SELECT merchant_id, id FROM portal_sessions
          WHERE coalesce(idle_expires_at, link_expires_at) <= $1 LIMIT $2)`,
      [now, limit],
    );
    return count;
  }
}
