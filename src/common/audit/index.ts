export { type AuditActor, CLI_ACTOR, operatorActor, SYSTEM_ACTOR } from './actor';
export { AuditChain, type ChainVerdict } from './audit-chain';
export { ACTOR_KINDS, AuditEntry } from './audit-entry.entity';
export { AuditHeadLog } from './audit-head-log';
export { auditInvariants } from './audit.invariants';
export { AuditLog } from './audit-log';
export { AuditModule } from './audit.module';
export { keyCheckOf } from './chain';
export { BREACHES } from './chain-walk';
