import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';

/** Where a list was when somebody opened a row of it. */
interface Left {
  /** Of the entry in the history of the browser: Back leads to the same one. */
  entry: string;
  run: string;
  scrollY: number;
  /** How far its row was below the upper edge of the window. */
  top: number;
}

let left: Left | null = null;

/** How a list and its rows are left and found again. */
interface Return {
  /** Whether somebody comes back to a row. */
  isReturn: boolean;
  /** Notes which row is opened. */
  onOpen: (event: MouseEvent<HTMLElement>) => void;
}

/** Brings who comes back to a list to the row that was opened, where it was on the screen, with the focus. */
export function useReturnToRow(body: RefObject<HTMLElement | null>): Return {
  const { history } = useRouter();
  const { __TSR_key: entry = '' } = history.location.state;
  const [isReturn] = useState(left?.entry === entry);
  const awaited = useRef(isReturn ? left : null);
  useLayoutEffect(() => {
    if (awaited.current !== null) window.scrollTo(0, awaited.current.scrollY);
  }, []);
  // The rows around it are drawn after the scroll.
  useEffect(() => {
    if (awaited.current === null) return;
    const row = body.current?.querySelector(`[data-run="${CSS.escape(awaited.current.run)}"]`);
    const link = row?.querySelector('a');
    if (row === null || row === undefined || link === null || link === undefined) return;
    link.focus({ preventScroll: true });
    // Rows before it that were not drawn this time have other heights than they had.
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
