import { expect, test } from 'vitest';
import { answerFeed, describeFeed, readFeedRequest } from '../../../../sandbox/storefront/feed.ts';

function ask(url: string) {
  const request = readFeedRequest(new URL(url));
  if (request === null) throw new Error('Expected a request to this host.');
  const { status, body } = answerFeed(request);
  return { status, body: String(body), seen: describeFeed(request) };
}

test('an account has four pages of five posts, the same each time', () => {
  const page = 'https://posts.sandbox.test/feed?account=ann&page=2';
  const { status, body, seen } = ask(page);
  expect([status, JSON.parse(body)]).toMatchObject([
    200,
    { pages: 4, posts: [{ id: 6, account: 'ann' }, {}, {}, {}, {}] },
  ]);
  expect(ask(page).body).toBe(body);
  expect(seen).toEqual({ operation: 'feed', dispensaryId: 'ann', page: 2, order: null });
});

test('what is no page of an account is not there, and other hosts are left to others', () => {
  for (const path of ['/feed', '/feed?account=ann&page=5', '/feed?account=ann&page=x', '/other?account=ann'])
    expect(ask(`https://posts.sandbox.test${path}`).status).toBe(404);
  expect(readFeedRequest(new URL('https://elsewhere.sandbox.test/feed?account=ann'))).toBe(null);
});
