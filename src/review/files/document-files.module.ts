import { Module } from '@nestjs/common';
import { SafeHttpModule } from '../../common/safe-http';
import { ClaimsModule } from '../claims/claims.module';
import { DocumentFiles } from './document-files';
import { DocumentFilesController } from './document-files.controller';
import { DocumentFilesRepository } from './document-files.repository';
import { FetchOnce } from './fetch-once';
import { FileFetcher } from './file-fetcher';
import { FileVault } from './file-vault';
import { FileViews } from './file-views';
import { SeenFiles } from './seen-files';

/** The files of documents: fetched once, kept, shown to operators. */
@Module({
  imports: [SafeHttpModule, ClaimsModule],
  controllers: [DocumentFilesController],
  providers: [
    DocumentFiles,
    DocumentFilesRepository,
    FetchOnce,
    FileFetcher,
    FileVault,
    FileViews,
    SeenFiles,
  ],
  exports: [SeenFiles],
})
export class DocumentFilesModule {}
