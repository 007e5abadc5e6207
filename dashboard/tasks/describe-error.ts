/** Puts the kind in front of an error message, unless the message already starts with the kind, like the messages of jobs. */
export function describeError(kind: string | null, message: string | null): string | null {
  if (kind === null || message === null) return message ?? kind;
  return `${kind}: ${bareError(kind, message)}`;
}

/** Removes the kind from the start of an error message. */
export function bareError(kind: string | null, message: string): string {
  return kind !== null && message.startsWith(`${kind}: `) ? message.slice(kind.length + 2) : message;
}
