import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../components/Icon';
import { PageChoice } from './PageChoice';
import { MAX_ZOOM, MIN_ZOOM, type ViewControls } from './view-state';
import classes from './Viewer.module.css';

interface ViewerToolbarProps {
  readonly name: string;
  readonly view: ViewControls;
  readonly isReady: boolean;
  readonly isFullScreen: boolean;
  readonly onFullScreen: () => void;
  readonly onDownload: () => void;
}

export function ViewerToolbar({
  name,
  view,
  isReady,
  isFullScreen,
  onFullScreen,
  onDownload,
}: ViewerToolbarProps) {
  const { t } = useTranslation('case');
  const percent = Math.round(view.zoom * 100);
  return (
    <div className={classes.toolbar} role="group" aria-label={t('viewer.toolbar', { what: name })}>
      <Group gap={2} wrap="nowrap">
        <Tool
          icon="minus"
          label={t('viewer.zoomOut')}
          onClick={view.zoomOut}
          isOff={!isReady || view.zoom <= MIN_ZOOM}
        />
        <Text size="xs" w={44} ta="center" role="status" aria-label={t('viewer.zoom', { percent })}>
          {percent} %
        </Text>
        <Tool
          icon="plus"
          label={t('viewer.zoomIn')}
          onClick={view.zoomIn}
          isOff={!isReady || view.zoom >= MAX_ZOOM}
        />
        <Tool icon="fit" label={t('viewer.fit')} onClick={view.fit} isOff={!isReady} />
        <Tool icon="rotate" label={t('viewer.rotate')} onClick={view.rotate} isOff={!isReady} />
      </Group>
      <PageChoice view={view} />
      <Group gap={2} wrap="nowrap" ms="auto">
        <Tool
          icon="fullscreen"
          label={isFullScreen ? t('viewer.leaveFullScreen') : t('viewer.fullScreen')}
          onClick={onFullScreen}
          isOff={!isReady}
        />
        <Tool icon="download" label={t('viewer.download')} onClick={onDownload} isOff={!isReady} />
      </Group>
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly isOff: boolean;
}

function Tool({ icon, label, onClick, isOff }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} onClick={onClick} disabled={isOff}>
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
