import { clockTime, exactTime } from './moment.tsx';
import { splitSpans } from './split-spans.ts';

/** Renders a sentence: text in backquotes as code, and timestamps like the other times of the page. */
export function Spans({ text }: { text: string }) {
  return splitSpans(text).map(({ at, text: part, is }) => {
    if (is === 'plain') return part;
    if (is === 'code') return <code key={at}>{part}</code>;
    return (
      <time key={at} dateTime={part} title={exactTime(part)}>
        {clockTime(part)}
      </time>
    );
  });
}
