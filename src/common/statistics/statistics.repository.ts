import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class StatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of tables that have none, or had a quarter of their pages at most when these were made. */
  async gather(): Promise<void> {
    await this.dataSource.query('SELECT analyze_grown_tables()');
  }
}
