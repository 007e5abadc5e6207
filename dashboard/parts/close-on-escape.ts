import type { KeyboardEvent } from 'react';

/** Closes an open `details` on Escape, and returns the focus to its summary, as dialogs do. */
export function closeOnEscape({ key, currentTarget: details }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !details.open) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}
