import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { expect, onTestFinished, test } from 'vitest';
import { fetchAgain } from '../../../../dashboard/server/fetch-again.ts';

/** Opens an observed query that gets its answers from the test. */
function openQuery() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const requested: PromiseWithResolvers<number>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<number>();
    requested.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(queries, { queryKey: ['overview'], queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  return { queries, requested, shown: () => queries.getQueryData(['overview']) };
}

test('what happens while an answer is under way is asked for once more after it, however often it happens', async () => {
  const { queries, requested, shown } = openQuery();
  const heard = [fetchAgain(queries, ['overview']), fetchAgain(queries, ['overview'])];
  expect(requested).toHaveLength(1);
  requested[0]!.resolve(1);
  await expect.poll(() => requested.length).toBe(2);
  requested[1]!.resolve(2);
  await Promise.all(heard);
  expect([requested.length, shown()]).toEqual([2, 2]);
});

test('it is asked for after an answer that failed, too, and once where none is under way', async () => {
  const { queries, requested, shown } = openQuery();
  const heard = fetchAgain(queries, ['overview']);
  requested[0]!.reject(new Error('away'));
  await expect.poll(() => requested.length).toBe(2);
  requested[1]!.resolve(2);
  await heard;
  const next = fetchAgain(queries, ['overview']);
  await expect.poll(() => requested.length).toBe(3);
  requested[2]!.resolve(3);
  await next;
  expect([requested.length, shown()]).toEqual([3, 3]);
});
