import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a file could not be fetched, for whoever words it in another language. */
export class DocumentFileFaults1763729000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE document_files ADD COLUMN failure_data jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE document_files DROP COLUMN failure_data');
  }
}
