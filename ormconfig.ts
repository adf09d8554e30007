import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/database';

/** What TypeORM's own command line takes: `typeorm migration:generate … -d dist/ormconfig.js`, with DATABASE_URL set. */
export default new DataSource(dataSourceOptions({ url: process.env['DATABASE_URL'] ?? '', poolSize: 2 }));
