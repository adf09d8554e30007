import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Names and what they stand for, one below the other. */
export function Facts({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <dl className={classes.facts} aria-label={label}>
      {children}
    </dl>
  );
}

/** One fact; a dash stands for what is not known. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children === null || children === undefined || children === '' ? '–' : children}</dd>
    </div>
  );
}
