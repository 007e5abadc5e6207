import { html, json, type Answer } from './answer.ts';
import { NOT_FOUND } from './menu-pages.ts';
import type { LoggedRequest } from './request-log.ts';
import { FEED_HOST } from './site.ts';

/** A request for a page of an account's posts. */
export interface FeedRequest {
  /** The account; null if the path is no feed. */
  account: string | null;
  /** The page, counted from 1. */
  page: number;
}

const POSTS_PER_PAGE = 5;

/** The number of pages of every account: enough to interrupt a job between two of them. */
const PAGES = 4;

/** Parses a feed request; null when it is for another host. */
export function readFeedRequest(url: URL): FeedRequest | null {
  if (url.hostname !== FEED_HOST) return null;
  const account = url.pathname === '/feed' ? url.searchParams.get('account') : null;
  return { account, page: Number(url.searchParams.get('page') ?? 1) };
}

/** Returns the fields of the request that the log shows. */
export function describeFeed({
  account,
  page,
}: FeedRequest): Pick<LoggedRequest, 'operation' | 'dispensaryId' | 'page' | 'order'> {
  const isFeed = account !== null;
  return {
    operation: isFeed ? 'feed' : null,
    dispensaryId: account,
    page: isFeed ? page : null,
    order: null,
  };
}

/** Answers with a page of posts and the number of pages. An account's posts never change. */
export function answerFeed({ account, page }: FeedRequest): Answer {
  if (account === null || account === '' || !(page >= 1 && page <= PAGES)) return html(NOT_FOUND, 404);
  const first = (page - 1) * POSTS_PER_PAGE;
  const posts = Array.from({ length: POSTS_PER_PAGE }, (_, at) => ({
    id: first + at + 1,
    account,
    text: `Post ${first + at + 1} of ${account}`,
  }));
  return json({ posts, pages: PAGES });
}
