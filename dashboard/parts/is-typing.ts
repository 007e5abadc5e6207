/** Whether a key press is for a field, a dialog or the browser, so that it is no shortcut of the page. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isField = target instanceof HTMLInputElement && target.type !== 'checkbox';
  return isField || target.closest('dialog, select, textarea') !== null;
}
