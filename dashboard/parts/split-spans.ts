/** A segment of a sentence. */
interface Span {
  /** The offset in the sentence, in characters. It identifies the segment, as several may have the same text. */
  at: number;
  text: string;
  /** `time`: the text is a timestamp in ISO 8601. */
  is: 'plain' | 'code' | 'time';
}

/** The format of timestamps in the API's sentences. */
const MOMENT = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
const PARTS = new RegExp(`\`([^\`]+)\`|(${MOMENT})|(?:(?!${MOMENT})[^\`])+`, 'g');

/** Splits a sentence into plain text, code in backquotes and timestamps, in order; leaves out empty parts. */
export function splitSpans(sentence: string): Span[] {
  return [...sentence.matchAll(PARTS)].map(({ 0: plain, 1: code, 2: moment, index: at }) => {
    if (code !== undefined) return { at, text: code, is: 'code' };
    if (moment !== undefined) return { at, text: moment.replace(' ', 'T').replace(' UTC', 'Z'), is: 'time' };
    return { at, text: plain, is: 'plain' };
  });
}
