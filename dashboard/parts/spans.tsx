import { splitSpans } from './split-spans.ts';

/** A sentence with what stands in backquotes as code. */
export function Spans({ text }: { text: string }) {
  return splitSpans(text).map(({ at, text: words, isCode }) =>
    isCode ? <code key={at}>{words}</code> : words,
  );
}
