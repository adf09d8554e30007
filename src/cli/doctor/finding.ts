/** What doctor found of one thing. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** It works, and could be safer or may not work for long: told, and no failure. */
  readonly warning?: true;
  readonly message: string;
}

export function well(check: string, message: string): Finding {
  return { check, ok: true, message };
}

export function warning(check: string, message: string): Finding {
  return { check, ok: true, warning: true, message };
}
