import { useEffect, useRef, type RefObject } from 'react';

/** Where global.css finds how high the bar is. */
const HEIGHT = '--repasse-decision-bar';

/** Says how high the decision bar is: what is told in the corner stays above it, and so does what has the focus. */
export function useBarHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current: element } = bar;
    if (element === null) return undefined;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty(HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty(HEIGHT);
    };
  }, []);
  return bar;
}
