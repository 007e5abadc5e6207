/** A part of a sentence. */
interface Span {
  /** Where it begins in the sentence, in characters: the same text may come twice, its place does not. */
  at: number;
  text: string;
  /** `time`: the text is a moment in ISO 8601. */
  is: 'plain' | 'code' | 'time';
}

/** As sentences of the API have a moment. */
const MOMENT = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
const PARTS = new RegExp(`\`([^\`]+)\`|(${MOMENT})|(?:(?!${MOMENT})[^\`])+`, 'g');

/** Splits a sentence into plain text, what stands in backquotes, and moments, in order; empty parts are left out. */
export function splitSpans(sentence: string): Span[] {
  return [...sentence.matchAll(PARTS)].map(({ 0: plain, 1: code, 2: moment, index: at }) => {
    if (code !== undefined) return { at, text: code, is: 'code' };
    if (moment !== undefined) return { at, text: moment.replace(' ', 'T').replace(' UTC', 'Z'), is: 'time' };
    return { at, text: plain, is: 'plain' };
  });
}
