/** The element that shows what a finding is about. */
export function targetId(target: string): string {
  return `target-${target}`;
}

export function showTarget(target: string): void {
  const element = document.getElementById(targetId(target));
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
