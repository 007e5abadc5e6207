import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * The number of rows rendered above and below the visible ones, for keyboard moves and quick scrolls. More rows would slow down
 * dialogs.
 */
const BEYOND = 10;

/** The estimated height of a one-line row, until it is measured. */
const ROW_PX = 34;

/** The estimated place of a table's first row on the page, until it is measured. */
const TOP_PX = 320;

/** The rendered rows of a long table. */
export interface RowWindow {
  /** The indexes of the rendered rows in the list. */
  places: readonly number[];
  /** The first and last visible index, rounded outward to steps of ten rows. */
  inSight: { first: number; last: number };
  /** The height in pixels of the rows left out before (and after) the rendered ones. */
  before: number;
  after: number;
  /** Measures a row, which has its index in `data-index`. */
  measure: (row: Element | null) => void;
}

interface RowWindowOf {
  /** The table body; its first row is the first of the list. */
  body: RefObject<HTMLElement | null>;
  count: number;
  /**
   * Whether the user returns to a row of the list. Then the rows beyond the visible ones are rendered, and so measured, at once.
   */
  isReturn: boolean;
}

/** Renders only the rows near the viewport; renders all for printing. */
export function useRowWindow({ body, count, isReturn }: RowWindowOf): RowWindow {
  const [offset, setOffset] = useState(TOP_PX);
  const isPrinted = useIsPrinted();
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setOffset((known) => (Math.abs(known - top) < 1 ? known : top));
  });
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    // Without the viewport's size the first render would have no rows, and the page would be laid out once more.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: useBeyond({ isReturn }),
    scrollMargin: offset,
  });
  const measure = rows.measureElement;
  const inSight = stepsOf(rows.range ?? { startIndex: 0, endIndex: 0 });
  if (isPrinted) {
    const places = Array.from({ length: count }, (_, place) => place);
    return { places, inSight, before: 0, after: 0, measure };
  }
  const shown = rows.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    places: shown.map(({ index }) => index),
    inSight,
    before: first === undefined ? 0 : first.start - offset,
    after: last === undefined ? 0 : rows.getTotalSize() - (last.end - offset),
    measure,
  };
}

/** Returns how many rows beyond the visible ones to render: at first none, so that the table appears sooner. */
function useBeyond({ isReturn }: { isReturn: boolean }): number {
  const [beyond, set] = useState(isReturn ? BEYOND : 0);
  useEffect(() => startTransition(() => set(BEYOND)), []);
  return beyond;
}

/** The visible range is rounded to steps of so many rows, so that a scroll by a row or two sends no request. */
const STEP = 10;

function stepsOf({ startIndex, endIndex }: { startIndex: number; endIndex: number }) {
  return { first: Math.floor(startIndex / STEP) * STEP, last: Math.ceil((endIndex + 1) / STEP) * STEP - 1 };
}

function useIsPrinted(): boolean {
  const [isPrinted, set] = useState(false);
  useEffect(() => {
    // The browser prints what is rendered when the event handler returns, so render at once.
    const begin = (): void => flushSync(() => set(true));
    const end = (): void => set(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}
