import { Module } from '@nestjs/common';
import { DocumentFilesRepository } from './document-files.repository';
import { FileVault } from './file-vault';
import { RotateDocumentFiles } from './rotate-document-files';

/** What the command line does with the files of documents. */
@Module({ providers: [DocumentFilesRepository, FileVault, RotateDocumentFiles] })
export class DocumentFilesCliModule {}
