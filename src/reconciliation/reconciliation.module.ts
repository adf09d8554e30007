import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { LedgerModule } from '../ledger';
import { ProvidersModule } from '../providers';
import { ItemListRepository } from './desk/item-list.repository';
import { OperatorReconciliationsController } from './desk/operator-reconciliations.controller';
import { ReconcileDayUseCase } from './desk/reconcile-day.use-case';
import { ReconciliationReader } from './desk/reconciliation.reader';
import { ResolveItemUseCase } from './desk/resolve-item.use-case';
import { ItemPostingService } from './reading/item-posting.service';
import { ItemRepository } from './reading/item.repository';
import { MatchLinesService } from './reading/match-lines.service';
import { MovementRepository } from './reading/movement.repository';
import { ReadReportUseCase } from './reading/read-report.use-case';
import { ReadReportsTask } from './reading/read-reports.task';
import { ReconciliationWatchService } from './reading/reconciliation-watch.service';
import { ReportFileService } from './reading/report-file.service';
import { ReportSourceService } from './reading/report-source.service';
import { ReconciliationRepository } from './reconciliation.repository';
import { FalsifyReportUseCase } from './sandbox/falsify-report.use-case';
import { ResourceLinesRepository } from './sandbox/resource-lines.repository';
import { SandboxReportsController } from './sandbox/sandbox-reports.controller';

const SERVICES = [
  ItemPostingService,
  ItemRepository,
  MatchLinesService,
  MovementRepository,
  ReadReportUseCase,
  ReconciliationRepository,
  ReportFileService,
  ReportSourceService,
];

/** Reports in every process that reads them: the API, the worker and the command line. */
@Module({ imports: [LedgerModule, ProvidersModule], providers: SERVICES, exports: SERVICES })
export class ReconciliationModule {}

/** Reconciliation at the desk. */
@Module({
  imports: [AuthModule, ReconciliationModule, ProvidersModule],
  controllers: [OperatorReconciliationsController, SandboxReportsController],
  providers: [
    FalsifyReportUseCase,
    ItemListRepository,
    ReconcileDayUseCase,
    ReconciliationReader,
    ResolveItemUseCase,
    ResourceLinesRepository,
  ],
})
export class ReconciliationApiModule {}

/** Reconciliation as the worker does it by the clock. */
@Module({
  imports: [ReconciliationModule],
  providers: [ReadReportsTask, ReconciliationWatchService],
  exports: [ReadReportsTask],
})
export class ReconciliationWorkerModule {}
