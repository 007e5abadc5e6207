/** An error with its kind in front, once: messages of jobs begin with it. */
export function errorWords(kind: string | null, message: string | null): string | null {
  if (kind === null || message === null) return message ?? kind;
  return message.startsWith(`${kind}: `) ? message : `${kind}: ${message}`;
}
