/** Puts the kind in front of an error message, unless the message already starts with the kind, like the messages of jobs. */
export function describeError(kind: string | null, message: string | null): string | null {
  if (kind === null || message === null) return message ?? kind;
  return `${kind}: ${bareError(kind, message)}`;
}

/** Removes the kind from the start of an error message. */
export function bareError(kind: string | null, message: string): string {
  return kind !== null && message.startsWith(`${kind}: `) ? message.slice(kind.length + 2) : message;
}

interface Explained {
  error_meaning: string | null;
  error_remedy: string | null;
}

/** Explains an error: of an open run, what happens next; of a closed run, what a person can do about it. */
export function explainError(
  { error_meaning: meaning, error_remedy: remedy }: Explained,
  isOpen: boolean,
): string | null {
  return isOpen ? meaning : (remedy ?? meaning);
}
