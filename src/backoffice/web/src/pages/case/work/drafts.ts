import { useSyncExternalStore } from 'react';
import { useCase } from '../case-context';

type Values = Readonly<Record<string, unknown>>;

/**
 * What an operator marked and typed on a case and has not sent: kept in this browser tab until it is sent, so that
 * neither a reload nor the end of a session loses it. Each operator has their own, and each submission of a case.
 */
export class CaseDrafts {
  private readonly listeners = new Set<() => void>();
  private values: Values;

  constructor(private readonly key: string) {
    this.values = stored(key);
  }

  get(name: string): unknown {
    return this.values[name];
  }

  /** Undefined forgets it. */
  set(name: string, value: unknown): void {
    const { [name]: _, ...others } = this.values;
    this.values = value === undefined ? others : { ...others, [name]: value };
    keep(this.key, this.values);
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** One thing that is typed; `read` takes whatever an older version of the page may have kept. */
export function useDraft<T>(
  name: string,
  read: (kept: unknown) => T,
): readonly [T, (value: T | undefined) => void] {
  const { drafts } = useCase();
  const kept = useSyncExternalStore(drafts.subscribe, () => drafts.get(name));
  return [read(kept), (value) => drafts.set(name, value)];
}

export function asText(kept: unknown): string {
  return typeof kept === 'string' ? kept : '';
}

function stored(key: string): Values {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Storage that is switched off or holds something else: nothing was kept.
    return {};
  }
}

function keep(key: string, values: Values): void {
  try {
    if (Object.keys(values).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // See stored().
  }
}
