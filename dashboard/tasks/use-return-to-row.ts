import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react';

/** Where a list was when somebody opened a row of it. */
interface Left {
  /** Of the entry in the history of the browser: Back leads to the same one. */
  entry: string;
  run: string;
  scrollY: number;
}

let left: Left | null = null;

/**
 * Brings who comes back to a list to the row that was opened, where it was on the screen, with the focus.
 * @returns the handler that notes which row is opened
 */
export function useReturnToRow(
  body: RefObject<HTMLElement | null>,
): (event: MouseEvent<HTMLElement>) => void {
  const { history } = useRouter();
  const { __TSR_key: entry = '' } = history.location.state;
  const awaited = useRef(left?.entry === entry ? left : null);
  useLayoutEffect(() => {
    if (awaited.current !== null) window.scrollTo(0, awaited.current.scrollY);
  }, []);
  // The rows around it are drawn after the scroll.
  useEffect(() => {
    if (awaited.current === null) return;
    const row = body.current?.querySelector(`[data-run="${CSS.escape(awaited.current.run)}"] a`);
    if (!(row instanceof HTMLElement)) return;
    row.focus({ preventScroll: true });
    awaited.current = null;
  });
  return ({ target }) => {
    const run = target instanceof Element ? target.closest('a')?.closest<HTMLElement>('[data-run]') : null;
    if (run?.dataset['run'] === undefined) return;
    left = { entry, run: run.dataset['run'], scrollY: window.scrollY };
  };
}
