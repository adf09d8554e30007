import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/http';
import { AppConfig } from '../../config';
import { AdaptersService } from '../adapters.service';
import type { ListProviderAccountsQuery } from './list-provider-accounts.query';
import type { ProviderAccount } from './provider-account.entity';
import { ProviderAccountRepository } from './provider-account.repository';
import { type ProviderAccountResponse, toProviderAccountResponse } from './provider-account.response';

/** Accounts at providers, for operators and the command line. */
@Injectable()
export class ProviderAccountReader {
  constructor(
    private readonly accounts: ProviderAccountRepository,
    private readonly adapters: AdaptersService,
    private readonly config: AppConfig,
  ) {}

  async list(query: ListProviderAccountsQuery): Promise<Page<ProviderAccountResponse>> {
    const page = await this.accounts.list(query);
    return { ...page, items: page.items.map((account) => this.respond(account)) };
  }

  /** All that serve or served a merchant: its own and the platform's of its mode, newest first. */
  async listOf(merchantId: string, mode: string): Promise<ProviderAccountResponse[]> {
    return (await this.accounts.listOf(merchantId, mode)).map((account) => this.respond(account));
  }

  respond(account: ProviderAccount): ProviderAccountResponse {
    const capabilities = this.adapters.find(account.adapter)?.capabilities ?? [];
    return toProviderAccountResponse(account, capabilities, this.config.http.publicUrl);
  }
}
