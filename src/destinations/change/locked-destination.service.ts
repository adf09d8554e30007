import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { assertVersion } from '../../common/http';
import type { Tx } from '../../database';
import { WalletFundsService } from '../../wallets';
import type { Destination } from '../destination.entity';
import { DestinationReader } from '../destination.reader';
import { DestinationRepository } from '../destination.repository';

/** Which destination, and the version that was seen. */
export interface DestinationRequest {
  readonly merchantId: string;
  /** Who asks. */
  readonly actor: AuditActor;
  readonly walletId: string;
  readonly id: string;
  readonly expectedVersion: number | null;
}

/** Locks a destination for whoever changes it: its wallet first. */
@Injectable()
export class LockedDestinationService {
  constructor(
    private readonly wallets: WalletFundsService,
    private readonly destinations: DestinationRepository,
    private readonly reader: DestinationReader,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION. */
  async lock(
    tx: Tx,
    { merchantId, walletId, id, expectedVersion }: Omit<DestinationRequest, 'actor'>,
  ): Promise<Destination> {
    await this.wallets.lock(tx, merchantId, walletId);
    await this.reader.get(merchantId, walletId, id, tx);
    const destination = await this.destinations.lock(tx, merchantId, id);
    if (destination === null) throw commonErrors.NOT_FOUND();
    assertVersion(destination.version, expectedVersion);
    return destination;
  }
}
