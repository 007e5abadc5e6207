import { clockTime, exactTime } from './moment.tsx';
import { splitSpans } from './split-spans.ts';

/** Renders a sentence: text in backquotes as code, and timestamps like the other times of the page. */
export function Spans({ text }: { text: string }) {
  return splitSpans(text).map(({ at, text: words, is }) => {
    if (is === 'plain') return words;
    if (is === 'code') return <code key={at}>{words}</code>;
    return (
      <time key={at} dateTime={words} title={exactTime(words)}>
        {clockTime(words)}
      </time>
    );
  });
}
