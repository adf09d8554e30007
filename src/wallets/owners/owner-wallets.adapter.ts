import { Injectable } from '@nestjs/common';
import type { MerchantOwner, MerchantWallets } from '../../auth';
import { searchText } from '../../common';
import { together, type Tx } from '../../database';
import { CompleteBooksService } from '../../ledger';
import type { Submerchant, SubmerchantWallets } from '../../submerchants';
import { WalletLifecycle, type WalletOwner } from '../wallet.lifecycle';
import { WalletRepository } from '../wallet.repository';

/** Wallets come and change with their owners, in the transaction of the owner's change (money contract §12). */
@Injectable()
export class OwnerWalletsAdapter implements MerchantWallets, SubmerchantWallets {
  constructor(
    private readonly wallets: WalletRepository,
    private readonly lifecycle: WalletLifecycle,
    private readonly books: CompleteBooksService,
  ) {}

  async followMerchant(tx: Tx, merchant: MerchantOwner): Promise<void> {
    const { id, name, taxId, mode } = merchant;
    const owner: WalletOwner = {
      merchantId: id,
      id,
      ownerType: 'merchant',
      ownerName: name,
      ownerTaxId: taxId,
      searchText: searchText(name),
      isActive: true,
    };
    const wallet = await this.wallets.lock(tx, id, id);
    if (wallet === null) {
      await this.books.open(tx, id);
      await this.lifecycle.open(tx, owner, mode === 'live');
    } else await this.lifecycle.follow(tx, wallet, owner);
  }

  async followSubmerchant(tx: Tx, submerchant: Submerchant): Promise<void> {
    const { merchantId, id, tradeName, legalName, taxId, status } = submerchant;
    const owner: WalletOwner = {
      merchantId,
      id,
      ownerType: 'submerchant',
      ownerName: tradeName ?? legalName,
      ownerTaxId: taxId,
      searchText: searchText(tradeName, legalName),
      isActive: status === 'active',
    };
    const [wallet, own] = await together(tx, [
      () => this.wallets.lock(tx, merchantId, id),
      () => this.wallets.find(merchantId, merchantId, tx),
    ]);
    if (wallet !== null) return this.lifecycle.follow(tx, wallet, owner);
    if (own === null) throw new Error('a merchant has a wallet from the start');
    return this.lifecycle.open(tx, owner, own.isLive);
  }
}
