/** A sentence with what stands in backquotes as code. */
export function Spans({ text }: { text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}
