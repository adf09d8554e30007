import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../../shortcuts/use-shortcut';
import type { ViewControls } from './view-state';

interface ViewerKeys {
  readonly view: ViewControls;
  readonly download: () => void;
  readonly toggleFullScreen: () => void;
  readonly enabled: boolean;
}

/** The toolbar's buttons as keys, wherever the focus is. */
export function useViewerKeys({ view, download, toggleFullScreen, enabled }: ViewerKeys): void {
  const { t } = useTranslation('case');
  const hasPages = enabled && (view.pages ?? 1) > 1;
  useShortcut('+', t('viewer.zoomIn'), view.zoomIn, { enabled });
  useShortcut('-', t('viewer.zoomOut'), view.zoomOut, { enabled });
  useShortcut('0', t('viewer.fit'), view.fit, { enabled });
  useShortcut('g', t('viewer.rotate'), view.rotate, { enabled });
  useShortcut('.', t('viewer.nextPage'), () => view.goTo(view.page + 1), { enabled: hasPages });
  useShortcut(',', t('viewer.previousPage'), () => view.goTo(view.page - 1), { enabled: hasPages });
  useShortcut('f', t('viewer.fullScreen'), toggleFullScreen, { enabled });
  useShortcut('d', t('viewer.download'), download, { enabled });
}
