/** Different questions whose answers are kept. */
const KEPT_MAX = 200;

/**
 * Gives who asks the same question within a time the same answer, also while it is being found. A failure is for those who
 * waited for it.
 */
export function createSharedAnswers<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  keptMs: number,
): (question: Question) => Promise<Answer> {
  const kept = new Map<string, { answer: Promise<Answer>; until: number }>();
  return (question) => {
    const key = JSON.stringify(question);
    const known = kept.get(key);
    if (known !== undefined && performance.now() < known.until) return known.answer;
    const asked = { answer: answer(question), until: Number.POSITIVE_INFINITY };
    kept.delete(key);
    kept.set(key, asked);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    asked.answer.then(
      () => (asked.until = performance.now() + keptMs),
      () => (asked.until = 0),
    );
    return asked.answer;
  };
}
