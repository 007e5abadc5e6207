import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';

/** The position of a list when the user opened a row. */
interface Left {
  /** The key of the browser's history entry; Back returns to the same entry. */
  entry: string;
  run: string;
  scrollY: number;
  /** The row's distance from the top of the window, in pixels. */
  top: number;
}

let left: Left | null = null;

interface Return {
  /** Whether the user has returned to the list from one of its rows. */
  isReturn: boolean;
  /** Records which row is opened. */
  onOpen: (event: MouseEvent<HTMLElement>) => void;
}

/** When the user returns to a list, focuses the row that was opened and restores its position on the screen. */
export function useReturnToRow(body: RefObject<HTMLElement | null>): Return {
  const { history } = useRouter();
  const { __TSR_key: entry = '' } = history.location.state;
  const [isReturn] = useState(left?.entry === entry);
  const awaited = useRef(isReturn ? left : null);
  useLayoutEffect(() => {
    if (awaited.current !== null) window.scrollTo(0, awaited.current.scrollY);
  }, []);
  // In a later effect, because the opened row is rendered only after the scroll.
  useEffect(() => {
    if (awaited.current === null) return;
    const row = body.current?.querySelector(`[data-run="${CSS.escape(awaited.current.run)}"]`);
    const link = row?.querySelector('a');
    if (row === null || row === undefined || link === null || link === undefined) return;
    link.focus({ preventScroll: true });
    // Rows above the opened one that were not rendered this time have estimated heights, so the scroll position is corrected.
    window.scrollBy(0, row.getBoundingClientRect().top - awaited.current.top);
    awaited.current = null;
  });
  return { isReturn, onOpen: ({ target }) => noteOpened(target, entry) };
}

function noteOpened(target: EventTarget, entry: string): void {
  const row = target instanceof Element ? target.closest('a')?.closest<HTMLElement>('[data-run]') : null;
  if (row?.dataset['run'] === undefined) return;
  left = {
    entry,
    run: row.dataset['run'],
    scrollY: window.scrollY,
    top: row.getBoundingClientRect().top,
  };
}
