export { type AuditActor, CLI_ACTOR, operatorActor, SYSTEM_ACTOR } from './actor';
export { AuditChain, type ChainVerdict } from './audit-chain';
export { ACTOR_KINDS, AuditEntry } from './audit-entry.entity';
export { NoteAuditHeadTask } from './note-audit-head.task';
export { auditInvariants } from './audit.invariants';
export { AuditLog } from './audit-log';
export { AuditModule } from './audit.module';
export { keyCheckOf } from './chain';
export { BREACHES } from './chain-walk';
