import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../Case.module.css';
import { useLabels } from '../labels';
import { FieldMark } from '../marks/FieldMark';
import { MarkEditor } from '../marks/MarkEditor';
import { useMark, useMayMark } from '../marks/use-marks';
import { FindingList } from './FindingList';
import { targetId } from './targets';

interface FieldProps {
  readonly label: string;
  /** Where its mark is kept: see marks/places.ts. */
  readonly place: string;
  /** With the partner's name, where several have a field of this label. */
  readonly fullLabel?: string;
  /** What its findings name, when it has any of its own. */
  readonly target?: string;
  /** Null: nothing was given. */
  readonly value: ReactNode;
  /** Beside the value: a button that changes it. */
  readonly aside?: ReactNode;
}

/** One field of the record: what it is, what was given, what is found about it, and the reviewer's verdict. */
export function Field({ label, place, fullLabel = label, target, value, aside }: FieldProps) {
  const { t } = useTranslation('case');
  const labels = useLabels();
  const mayMark = useMayMark();
  const [mark, setMark] = useMark(place);
  const isEmpty = value === null || value === '';
  const isWrong = mark?.verdict === 'wrong';
  return (
    <div
      className={classes.field}
      data-verdict={mark?.verdict}
      {...(target === undefined ? {} : { id: targetId(target), tabIndex: -1 })}
    >
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        <div className={classes.given}>
          {isEmpty ? (
            <Text span size="sm" c="dimmed" fs="italic">
              {t('record.empty')}
            </Text>
          ) : (
            value
          )}
          {aside}
        </div>
        {target === undefined ? null : <FindingList target={target} what={fullLabel} />}
        {isWrong ? (
          <Text size="xs" className={classes.verdict ?? ''}>
            {t('mark.isWrong', { reason: mark.code === '' ? t('mark.needCode') : labels.reason(mark.code) })}
          </Text>
        ) : null}
      </dd>
      {mayMark ? (
        <dd className={classes.marks}>
          <FieldMark field={fullLabel} mark={mark} onChange={setMark} isEmpty={isEmpty} />
        </dd>
      ) : null}
      {mayMark && isWrong ? (
        <dd className={classes.below}>
          <MarkEditor field={fullLabel} mark={mark} onChange={setMark} />
        </dd>
      ) : null}
    </div>
  );
}

/** A heading and its fields. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <dl className={classes.fields}>{children}</dl>
    </section>
  );
}
