import { expect, onTestFinished, test, vi } from 'vitest';
import { askingAgain } from '../../../temporal-client/ask-schedules-again.ts';

function lateAnswers() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = askingAgain<string, string>(() => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  }, 1_000);
  return { asked, ask };
}

test('what is answered in time is asked once', async () => {
  const { asked, ask } = lateAnswers();
  const answer = ask('x');
  asked[0]?.resolve('first');
  expect(await answer).toBe('first');
  vi.advanceTimersByTime(10_000);
  expect(asked).toHaveLength(1);
});

test('what is late is asked again, once, and the first answer counts', async () => {
  const { asked, ask } = lateAnswers();
  const answers = [ask('x'), ask('y')];
  vi.advanceTimersByTime(10_000);
  expect(asked).toHaveLength(4);
  asked[2]?.resolve('second of x');
  asked[1]?.resolve('first of y');
  expect(await Promise.all(answers)).toEqual(['second of x', 'first of y']);
  // What comes after that is nobody's, and ends nothing.
  asked[0]?.reject(new Error('too late'));
});

test('a refusal is an answer', async () => {
  const { asked, ask } = lateAnswers();
  const answer = ask('x');
  vi.advanceTimersByTime(1_000);
  asked[1]?.reject(new Error('there is none'));
  await expect(answer).rejects.toThrow('there is none');
});
