export { itemTransitions } from './item.transitions';
export { ReadReportUseCase } from './reading/read-report.use-case';
export { ReportFileService } from './reading/report-file.service';
export { ReportSourceService } from './reading/report-source.service';
export { reconciliationFeature } from './reconciliation.feature';
