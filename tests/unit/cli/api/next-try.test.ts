import { expect, test } from 'vitest';
import { createApiClient } from '../../../../api-client/create-api-client.ts';
import { readNextTry } from '../../../../cli/api/next-try.ts';

const AGAIN = { id: 'later~retry-1~1', at: '2026-01-31T08:01:00Z', retry: 1, retries_max: 3 };

/** Creates an API whose ledger moves on by a second with each list, and the list of the requests that it got. */
function createApi() {
  const requested: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    const { pathname } = new URL(url);
    requested.push(pathname);
    const asOf = `2026-01-31T08:00:0${requested.length}Z`;
    return Response.json(pathname === '/api/tasks' ? { items: [], as_of: asOf } : { tried_again: AGAIN });
  };
  return { requested, api: createApiClient({ url: 'http://api.test', key: null, fetch }) };
}

test.each([
  ['2026-01-31T08:00:02Z', ['/api/tasks', '/api/tasks', '/api/tasks', '/api/tasks/crawl~1~1']],
  [null, ['/api/tasks/crawl~1~1']],
])('a task that ended at %j: the next try is read once the ledger has its end', async (endedAt, expected) => {
  const { api, requested } = createApi();
  const waiting = { signal: new AbortController().signal, everyMs: 1 };
  expect(await readNextTry(api, { id: 'crawl~1~1', completed_at: endedAt }, waiting)).toEqual(AGAIN);
  expect(requested).toEqual(expected);
});
