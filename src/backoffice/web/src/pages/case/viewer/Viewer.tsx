import { Loader, Text } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../../../app/load-code';
import { useIsOpened } from '../work/use-opened';
import type { CaseDocument } from '../work/case-types';
import { FileRefusal } from './FileRefusal';
import { ImageView } from './ImageView';
import { saveFile } from '../../../components/save-file';
import { useDocumentFile } from './use-document-file';
import { useViewControls, type ViewControls } from './view-state';
import { useViewerKeys } from './use-viewer-keys';
import classes from './Viewer.module.css';
import { ViewerToolbar } from './ViewerToolbar';

/** A reader of PDFs is large, and loaded when a PDF is looked at. */
const PdfView = lazy(async () => ({ default: (await loadCode(() => import('./PdfView'))).PdfView }));

interface ViewerProps {
  readonly document: CaseDocument;
  readonly name: string;
  /** Of another file that the work is about: no keys, and nothing is remembered as opened. */
  readonly isBeside?: boolean;
}

/** The file of a document, to look at closely. */
export function Viewer({ document, name, isBeside = false }: ViewerProps) {
  const { t } = useTranslation('case');
  const file = useDocumentFile(document.id);
  const view = useViewControls();
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>();
  const blob = file.data;
  const isMain = blob !== undefined && !isBeside;
  useIsOpened(document, isMain);
  const download = (): void => {
    if (blob !== undefined) saveFile(blob, document.file_name);
  };
  const toggleFullScreen = (): void => void toggle();
  useViewerKeys({ view, download, toggleFullScreen, enabled: isMain });
  return (
    <div ref={ref} className={classes.viewer} data-full={isFullScreen || undefined}>
      <ViewerToolbar
        name={name}
        view={view}
        isReady={blob !== undefined}
        isFullScreen={isFullScreen}
        onFullScreen={toggleFullScreen}
        onDownload={download}
      />
      {file.error !== null && blob === undefined ? (
        <FileRefusal error={file.error} isRetrying={file.isFetching} retry={() => void file.refetch()} />
      ) : blob === undefined ? (
        <div className={classes.message} role="status">
          <Loader size="sm" />
          <Text size="sm">{t('viewer.loading')}</Text>
        </div>
      ) : (
        <FileView blob={blob} name={name} view={view} />
      )}
    </div>
  );
}

/** By the type that the API found in the content, never by what was declared. */
function FileView({
  blob,
  name,
  view,
}: {
  readonly blob: Blob;
  readonly name: string;
  readonly view: ViewControls;
}) {
  const { t } = useTranslation('case');
  if (blob.type !== 'application/pdf') return <ImageView blob={blob} name={name} view={view} />;
  const opening = (
    <div className={classes.message} role="status">
      <Loader size="sm" />
      <Text size="sm">{t('viewer.opening')}</Text>
    </div>
  );
  return (
    <Suspense fallback={opening}>
      <PdfView blob={blob} name={name} view={view} opening={opening} />
    </Suspense>
  );
}
