import { Module } from '@nestjs/common';
import { AppConfig } from '../../config';
import { DnsHostResolver, HostResolver } from './host-resolver';
import { SAFE_HTTP_OPTIONS, SafeHttp, type SafeHttpOptions } from './safe-http';

@Module({
  providers: [
    { provide: HostResolver, useFactory: () => new DnsHostResolver() },
    {
      provide: SAFE_HTTP_OPTIONS,
      inject: [AppConfig],
      useFactory: (config: AppConfig): SafeHttpOptions => ({
        connectTimeoutMs: config.postbacks.connectTimeoutMs,
      }),
    },
    SafeHttp,
  ],
  exports: [SafeHttp],
})
export class SafeHttpModule {}
