export { AnalyzeNewTablesTask } from './analyze-new-tables.task';
export { StatisticsRepository } from './statistics.repository';
