import { Global, Module } from '@nestjs/common';
import { AuditChain } from './audit-chain';
import { AuditCheckService } from './audit-check.service';
import { AuditLog } from './audit-log';

/** The audit log, for every process. */
@Global()
@Module({
  providers: [AuditLog, AuditChain, AuditCheckService],
  exports: [AuditLog, AuditChain, AuditCheckService],
})
export class AuditModule {}
