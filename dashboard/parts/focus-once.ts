/** A `ref` that focuses an element when it appears, in place of a removed one that had the focus. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
