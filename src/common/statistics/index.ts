export { AnalyzeGrownTablesTask } from './analyze-grown-tables.task';
export { StatisticsRepository } from './statistics.repository';
