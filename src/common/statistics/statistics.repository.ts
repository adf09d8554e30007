import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class StatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of tables that have none and of which it matters. */
  async gatherFirst(): Promise<void> {
    await this.dataSource.query('SELECT analyze_new_tables()');
  }
}
