import 'react-pdf/dist/Page/TextLayer.css';
import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Document, Page, pdfjs } from 'react-pdf';
import type { ViewControls } from './view-state';
import classes from './Viewer.module.css';

pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

/** What the reader needs for some files: character maps, the standard fonts, decoders. The build lays them there. */
const PARTS = `${import.meta.env.BASE_URL}assets/pdfjs-${pdfjs.version}/`;

/**
 * A document may be hostile. Nothing in it becomes code: no evaluation, no forms, no scripts of its own (those need the
 * reader's sandbox, which is not here), and no links: a page is a picture with text to select.
 */
const OPTIONS = {
  cMapUrl: `${PARTS}cmaps/`,
  standardFontDataUrl: `${PARTS}standard_fonts/`,
  wasmUrl: `${PARTS}wasm/`,
  iccUrl: `${PARTS}iccs/`,
  // The same letters on every machine, with the widths that the page was set with.
  useSystemFonts: false,
  isEvalSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  maxImageSize: 100_000_000,
} as const;

/** Above this a canvas is drawn coarser instead of larger. */
const MAX_CANVAS_PIXELS = 16_000_000;
const MAX_CANVAS_SIDE = 8_192;
const MARGIN_PX = 16;

interface PdfViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly view: ViewControls;
  readonly opening: ReactNode;
}

interface PageShape {
  /** Turned already, in the file. */
  readonly rotation: number;
  /** Height by width, as it is shown unturned. */
  readonly ratio: number;
}

/** A PDF, page by page. */
export function PdfView({ blob, name, view, opening }: PdfViewProps) {
  const { t } = useTranslation('case');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [shape, setShape] = useState<PageShape | null>(null);
  const [problem, setProblem] = useState<'broken' | 'password' | null>(null);
  const turned = ((shape?.rotation ?? 0) + view.rotation) % 360;
  const pageWidth = Math.max(1, Math.floor((width - MARGIN_PX) * view.zoom));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
    if (step === 0 || (view.pages ?? 1) < 2) return;
    event.preventDefault();
    view.goTo(view.page + step);
  };
  if (problem !== null) {
    return (
      <div className={classes.message} role="alert">
        <Text size="sm">{t(`viewer.${problem}`)}</Text>
      </div>
    );
  }
  return (
    <div
      ref={ref}
      className={classes.stage}
      data-scroll
      role="region"
      aria-label={t('viewer.title', { what: name })}
      aria-description={t('viewer.hint')}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <Document
        file={blob}
        options={OPTIONS}
        loading={opening}
        error={<Text size="sm">{t('viewer.broken')}</Text>}
        onPassword={() => setProblem('password')}
        onLoadError={() => setProblem((known) => known ?? 'broken')}
        onLoadSuccess={({ numPages }) => view.setPages(numPages)}
      >
        {width === 0 ? null : (
          <Page
            pageNumber={view.page}
            width={pageWidth}
            devicePixelRatio={sharpness(pageWidth, shape, view.rotation)}
            {...(view.rotation === 0 ? {} : { rotate: turned })}
            renderAnnotationLayer={false}
            className={classes.page ?? ''}
            loading={opening}
            error={<Text size="sm">{t('viewer.broken')}</Text>}
            onLoadSuccess={({ rotate, originalWidth, originalHeight }) =>
              setShape({ rotation: rotate, ratio: originalHeight / originalWidth })
            }
          />
        )}
      </Document>
    </div>
  );
}

/** Pixels of the canvas for each one of the page: as the screen has, but never more than a browser can hold. */
function sharpness(width: number, shape: PageShape | null, rotation: number): number {
  const ratio = shape === null ? 1 : rotation % 180 === 0 ? shape.ratio : 1 / shape.ratio;
  const height = width * ratio;
  return Math.min(
    window.devicePixelRatio,
    Math.sqrt(MAX_CANVAS_PIXELS / (width * height)),
    MAX_CANVAS_SIDE / Math.max(width, height),
  );
}
