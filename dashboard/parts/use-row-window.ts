import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Rows above and below those in sight: the keys and a quick scroll find them there. With more, dialogs open and close slower. */
const BEYOND = 10;

/** Of a row on one line, until it is measured. */
const ROW_PX = 34;

/** The rows of a long table that are in the page. */
export interface RowWindow {
  /** Their places in the list. */
  places: readonly number[];
  /** The first and the last place that can be seen, in steps of a few rows. */
  inSight: { first: number; last: number };
  /** The height of the rows that are left out before and after them. */
  before: number;
  after: number;
  /** Measures a row, which has its place in `data-index`. */
  measure: (row: Element | null) => void;
}

/** What the window is of. */
interface RowWindowOf {
  /** Of the table, whose first row is the list's first. */
  body: RefObject<HTMLElement | null>;
  count: number;
  /** Whether somebody comes back to a place in the list: the heights of the rows around it are known at once. */
  isReturn: boolean;
}

/** Leaves out of a table the rows that are far from sight. All are there when the page is printed. */
export function useRowWindow({ body, count, isReturn }: RowWindowOf): RowWindow {
  const [offset, setOffset] = useState(0);
  const isPrinted = useIsPrinted();
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setOffset((known) => (Math.abs(known - top) < 1 ? known : top));
  });
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
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

/** At first only the rows in sight are drawn: a table is seen sooner. */
function useBeyond({ isReturn }: { isReturn: boolean }): number {
  const [beyond, set] = useState(isReturn ? BEYOND : 0);
  useEffect(() => startTransition(() => set(BEYOND)), []);
  return beyond;
}

/** A scroll by a row or two asks for nothing. */
const STEP = 10;

function stepsOf({ startIndex, endIndex }: { startIndex: number; endIndex: number }) {
  return { first: Math.floor(startIndex / STEP) * STEP, last: Math.ceil((endIndex + 1) / STEP) * STEP - 1 };
}

function useIsPrinted(): boolean {
  const [isPrinted, set] = useState(false);
  useEffect(() => {
    // The browser draws what is there when the event is over.
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
