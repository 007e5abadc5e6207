import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';

/**
 * Adds the keyboard shortcuts of a list: `j` and `k` move through the rows, `x` toggles a row's checkbox. The shortcuts are off while
 * the user types or a dialog is open.
 * @param list the element whose table bodies have the rows
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

/**
 * Focuses the link of the next or previous row, so that Enter opens it. Rows without a link or checkbox, such as group headings,
 * are skipped.
 */
function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(list?.querySelectorAll('tbody tr') ?? [])].filter((row) => focusTargetIn(row) !== null);
  const at = rows.findIndex((row) => row === rowInFocus(list));
  // Without a focused row, start at the first visible one: the first row of the list may be far above.
  const next = at < 0 ? rows.findIndex((row) => row.getBoundingClientRect().bottom > 0) : at + step;
  const row = rows[Math.max(0, Math.min(next, rows.length - 1))];
  if (row !== undefined) focusTargetIn(row)?.focus();
}

function focusTargetIn(row: Element): HTMLElement | null {
  return row.querySelector('a') ?? row.querySelector('input');
}
