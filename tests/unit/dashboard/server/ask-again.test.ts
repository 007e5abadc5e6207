import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { expect, onTestFinished, test } from 'vitest';
import { askAgain } from '../../../../dashboard/server/ask-again.ts';

/** A query that somebody looks at, each answer of which is given by hand. */
function openQuery() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: PromiseWithResolvers<number>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<number>();
    asked.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(queries, { queryKey: ['overview'], queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  return { queries, asked, shown: () => queries.getQueryData(['overview']) };
}

test('what happens while an answer is under way is asked for once more after it, however often it happens', async () => {
  const { queries, asked, shown } = openQuery();
  const heard = [askAgain(queries, ['overview']), askAgain(queries, ['overview'])];
  expect(asked).toHaveLength(1);
  asked[0]!.resolve(1);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.resolve(2);
  await Promise.all(heard);
  expect([asked.length, shown()]).toEqual([2, 2]);
});

test('it is asked for after an answer that failed, too, and once where none is under way', async () => {
  const { queries, asked, shown } = openQuery();
  const heard = askAgain(queries, ['overview']);
  asked[0]!.reject(new Error('away'));
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.resolve(2);
  await heard;
  const next = askAgain(queries, ['overview']);
  await expect.poll(() => asked.length).toBe(3);
  asked[2]!.resolve(3);
  await next;
  expect([asked.length, shown()]).toEqual([3, 3]);
});
