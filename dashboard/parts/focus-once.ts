/** Takes the focus when it comes: what had it is gone. For `ref`, on what can have it. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
