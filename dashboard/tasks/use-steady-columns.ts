import { useLayoutEffect, type RefObject } from 'react';
import { LINK, type Column } from './columns.tsx';

/** Up to this width the link wraps, as the last column is hidden: `sm` of the styles. */
const PHONE = '(width < 40rem)';

/**
 * Lets no column become narrower while the list is shown, except the one whose text wraps. Widths depend on the rows that are
 * rendered, and which rows are rendered depends on their heights. Otherwise a single wide row at the end of the window could
 * make the others wrap, fall out of the window for that, make them fit again, and return, without end.
 */
export function useSteadyColumns(head: RefObject<HTMLElement | null>, columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name).join();
  useLayoutEffect(() => {
    const cells = [...(head.current?.querySelectorAll('th') ?? [])].slice(1);
    const widest = new Map<Element, number>();
    const observer = new ResizeObserver((entries) => {
      const wraps = matchMedia(PHONE).matches ? LINK : 'why';
      const at = names.split(',').indexOf(wraps);
      // Without such a column no text wraps.
      if (at === -1) return;
      for (const { target, borderBoxSize } of entries) {
        const width = Math.ceil(borderBoxSize[0]?.inlineSize ?? 0);
        if (target === cells[at] || width <= (widest.get(target) ?? 0)) continue;
        widest.set(target, width);
        (target as HTMLElement).style.minWidth = `${width}px`;
      }
    });
    const forget = (): void => {
      widest.clear();
      for (const cell of cells) cell.style.minWidth = '';
    };
    for (const cell of cells) observer.observe(cell);
    window.addEventListener('resize', forget);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', forget);
      forget();
    };
  }, [head, names]);
}
