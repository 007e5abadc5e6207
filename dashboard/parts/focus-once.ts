/** A callback `ref` that focuses its element when it appears, in place of a removed element that had the focus. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
