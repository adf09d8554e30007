import { Injectable } from '@nestjs/common';
import type { MerchantOwner, MerchantWallets } from '../../auth';
import { searchText } from '../../common';
import type { Tx } from '../../database';
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
      await this.lifecycle.open(tx, [{ ...owner, isLive: mode === 'live' }]);
    } else await this.lifecycle.follow(tx, wallet, owner);
  }

  async followSubmerchant(tx: Tx, submerchant: Submerchant): Promise<void> {
    const wallet = await this.wallets.lock(tx, submerchant.merchantId, submerchant.id);
    if (wallet === null) await this.openWallets(tx, [submerchant]);
    else await this.lifecycle.follow(tx, wallet, ownerOf(submerchant));
  }

  async openWallets(tx: Tx, submerchants: readonly Submerchant[]): Promise<void> {
    const merchants = [...new Set(submerchants.map(({ merchantId }) => merchantId))];
    const own = await this.wallets.listOwn(tx, merchants);
    const isLive = new Map(own.map((wallet) => [wallet.merchantId, wallet.isLive]));
    const owners = submerchants.map((submerchant) => {
      const live = isLive.get(submerchant.merchantId);
      if (live === undefined) throw new Error('a merchant has a wallet from the start');
      return { ...ownerOf(submerchant), isLive: live };
    });
    await this.lifecycle.open(tx, owners);
  }
}

function ownerOf({ merchantId, id, tradeName, legalName, taxId, status }: Submerchant): WalletOwner {
  return {
    merchantId,
    id,
    ownerType: 'submerchant',
    ownerName: tradeName ?? legalName,
    ownerTaxId: taxId,
    searchText: searchText(tradeName, legalName),
    isActive: status === 'active',
  };
}
