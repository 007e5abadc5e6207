/** A `ref` that focuses a new element which replaces the one that had the focus. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
