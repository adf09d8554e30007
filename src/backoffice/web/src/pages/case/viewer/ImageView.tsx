import { Text } from '@mantine/core';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import { MAX_ZOOM, MIN_ZOOM, type ViewControls } from './view-state';
import classes from './Viewer.module.css';

const PAN_PX = 60;
const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
};

interface ImageViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly view: ViewControls;
}

/** A picture: zoomed by wheel, pinch, keys and buttons, moved by dragging and by the arrow keys. */
export function ImageView({ blob, name, view }: ImageViewProps) {
  const { t } = useTranslation('case');
  const transform = useRef<ReactZoomPanPinchRef>(null);
  const [isBroken, setBroken] = useState(false);
  const { zoom, rotation, setZoom } = view;
  // The buttons change the zoom here, wheel and fingers over there: each follows the other.
  useEffect(() => {
    const shown = transform.current;
    if (shown !== null && Math.abs(shown.state.scale - zoom) > 0.001) void shown.centerView(zoom, 0);
  }, [zoom, rotation]);
  /** The address of the bytes lives as long as the element that shows them. */
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  const pan = (event: KeyboardEvent): void => {
    const [x, y] = PANS[event.key] ?? [];
    const shown = transform.current;
    if (x === undefined || y === undefined || shown === null) return;
    event.preventDefault();
    const { positionX, positionY, scale } = shown.state;
    void shown.setTransform(positionX + x, positionY + y, scale, 0);
  };
  if (isBroken) {
    return (
      <div className={classes.message} role="alert">
        <Text size="sm">{t('viewer.broken')}</Text>
      </div>
    );
  }
  return (
    <div
      className={classes.stage}
      role="region"
      aria-label={t('viewer.title', { what: name })}
      aria-description={t('viewer.hint')}
      tabIndex={0}
      onKeyDown={pan}
    >
      <TransformWrapper
        ref={transform}
        minScale={MIN_ZOOM}
        maxScale={MAX_ZOOM}
        limitToBounds={false}
        doubleClick={{ disabled: true }}
        onTransform={(_, { scale }) => {
          if (Math.abs(scale - zoom) > 0.001) setZoom(scale);
        }}
      >
        <TransformComponent wrapperClass={classes.frame ?? ''} contentClass={classes.content ?? ''}>
          <img
            ref={show}
            className={classes.image}
            data-rotation={rotation}
            alt={name}
            draggable={false}
            onError={() => setBroken(true)}
          />
        </TransformComponent>
      </TransformWrapper>
    </div>
  );
}
