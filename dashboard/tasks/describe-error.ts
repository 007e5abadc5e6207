/** An error with its kind in front, once: messages of jobs begin with it. */
export function describeError(kind: string | null, message: string | null): string | null {
  if (kind === null || message === null) return message ?? kind;
  return `${kind}: ${bareError(kind, message)}`;
}

/** An error without its kind in front. */
export function bareError(kind: string | null, message: string): string {
  return kind !== null && message.startsWith(`${kind}: `) ? message.slice(kind.length + 2) : message;
}
