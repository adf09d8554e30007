import { Splitter, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Case.module.css';
import { useCase } from './case-context';
import { DocumentsPanel } from './documents/DocumentsPanel';
import { ChecklistPanel } from './history/ChecklistPanel';
import { HistoryPanel } from './history/HistoryPanel';
import { NotesPanel } from './history/NotesPanel';
import { DataPanel } from './record/DataPanel';
import { useSplit } from './use-split';
import { type Tab, useIsWide, useTab } from './use-tab';

/** Data and documents side by side, with a border that can be moved; one after the other where there is no room. */
export function CasePanes() {
  const { t } = useTranslation('case');
  const isWide = useIsWide();
  const [sizes, setSizes] = useSplit();
  if (!isWide) return <CaseTabs withDocuments />;
  return (
    <Splitter
      className={classes.split ?? ''}
      sizes={sizes}
      onSizeChange={(next) => setSizes(next.map(Number))}
      lineSize={16}
      step={2}
      attributes={{ handle: { 'aria-label': t('split') } }}
      classNames={{ handle: classes.handle ?? '' }}
    >
      <Splitter.Pane defaultSize={42} min={25} max={70} className={classes.pane ?? ''}>
        <CaseTabs withDocuments={false} />
      </Splitter.Pane>
      <Splitter.Pane defaultSize={58} min={30} max={75} className={classes.pane ?? ''}>
        <DocumentsPanel />
      </Splitter.Pane>
    </Splitter>
  );
}

function CaseTabs({ withDocuments }: { readonly withDocuments: boolean }) {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const [tab, choose] = useTab();
  const open = caseDetails.checklist.filter(({ status }) => status !== 'satisfied').length;
  const tabs: readonly (readonly [Tab, number | null])[] = [
    ['data', null],
    ...(withDocuments ? ([['documents', null]] as const) : []),
    ['checklist', open],
    ['history', null],
    ['notes', caseDetails.notes.length],
  ];
  return (
    <Tabs
      value={tab}
      onChange={(value) => {
        const next = tabs.find(([name]) => name === value);
        if (next !== undefined) choose(next[0]);
      }}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <Tabs.List aria-label={t('tab.list')}>
        {tabs.map(([name, count]) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tab.${name}`)}
            {count === null || count === 0 ? '' : ` (${count})`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="data" className={classes.panel ?? ''} tabIndex={0}>
        <DataPanel />
      </Tabs.Panel>
      {withDocuments ? (
        <Tabs.Panel value="documents" className={classes.panel ?? ''} tabIndex={0}>
          <DocumentsPanel />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="checklist" className={classes.panel ?? ''} tabIndex={0}>
        <ChecklistPanel />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={classes.panel ?? ''} tabIndex={0}>
        <HistoryPanel />
      </Tabs.Panel>
      <Tabs.Panel value="notes" className={classes.panel ?? ''} tabIndex={0}>
        <NotesPanel />
      </Tabs.Panel>
    </Tabs>
  );
}
