import { Global, Module } from '@nestjs/common';
import { AuditChain } from './audit-chain';
import { AuditLog } from './audit-log';

/** The audit log, for every process. */
@Global()
@Module({ providers: [AuditLog, AuditChain], exports: [AuditLog, AuditChain] })
export class AuditModule {}
