/** A part of a sentence. */
interface Span {
  /** Where it begins in the sentence, in characters: the same text may come twice, its place does not. */
  at: number;
  text: string;
  isCode: boolean;
}

/** Splits a sentence into plain text and what stands in backquotes, in order; empty parts are left out. */
export function splitSpans(sentence: string): Span[] {
  return [...sentence.matchAll(/`([^`]+)`|[^`]+/g)].map(({ 0: plain, 1: code, index }) => ({
    at: index,
    text: code ?? plain,
    isCode: code !== undefined,
  }));
}
