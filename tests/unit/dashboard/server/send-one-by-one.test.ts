import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendOneByOne, type Sent } from '../../../../dashboard/server/send-one-by-one.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates an API that gives these answers in order, and records the requests. */
function createApi(answers: Sent[]) {
  const requested: number[] = [];
  const send = async (id: number): Promise<Sent> => {
    requested.push(id);
    return answers.shift() ?? 'sent';
  };
  return { requested, send };
}

test('what the API does not take yet is sent again once it wants to be asked, and the others after it', async () => {
  const { requested, send } = createApi(['sent', { againAfterMs: 1_000 }, { againAfterMs: 2_000 }]);
  const ended = sendOneByOne([1, 2, 3], send, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(999);
  expect(requested).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(2_001);
  await ended;
  expect(requested).toEqual([1, 2, 2, 2, 3]);
});

test('an abort ends the pause at once, and nothing more is sent', async () => {
  const { requested, send } = createApi([{ againAfterMs: 60_000 }]);
  const stop = new AbortController();
  const ended = sendOneByOne([1, 2], send, stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  await ended;
  expect(requested).toEqual([1]);
});

test('an error that the others would meet as well stops them', async () => {
  const { requested, send } = createApi(['sent', 'stop']);
  await sendOneByOne([1, 2, 3], send, new AbortController().signal);
  expect(requested).toEqual([1, 2]);
});
