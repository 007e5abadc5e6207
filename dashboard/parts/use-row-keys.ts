import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';

/**
 * The keys of lists, unless somebody types or a dialog is open: `j` and `k` go through the rows, and `x` presses the box of one.
 * @param list has the rows, in the bodies of its tables
 */
export function useRowKeys(list: { current: HTMLElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      if (event.key === 'j') focusRow(list.current, 1);
      else if (event.key === 'k') focusRow(list.current, -1);
      else if (event.key === 'x') rowInFocus(list.current)?.querySelector('input')?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}

function rowInFocus(list: HTMLElement | null): HTMLElement | null {
  const row = document.activeElement?.closest('tr');
  return row instanceof HTMLElement && list?.contains(row) === true ? row : null;
}

/** The link of a row takes the focus, so that Enter opens it. Rows that only head others have none. */
function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(list?.querySelectorAll('tbody tr') ?? [])].filter((row) => focusTargetIn(row) !== null);
  const at = rows.findIndex((row) => row === rowInFocus(list));
  // From nowhere, to the first in sight: others may be far above.
  const next = at < 0 ? rows.findIndex((row) => row.getBoundingClientRect().bottom > 0) : at + step;
  const row = rows[Math.max(0, Math.min(next, rows.length - 1))];
  if (row !== undefined) focusTargetIn(row)?.focus();
}

function focusTargetIn(row: Element): HTMLElement | null {
  return row.querySelector('a') ?? row.querySelector('input');
}
