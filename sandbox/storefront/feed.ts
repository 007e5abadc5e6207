import { html, json, type Answer } from './answer.ts';
import { NOT_FOUND } from './menu-pages.ts';
import type { LoggedRequest } from './request-log.ts';
import { FEED_HOST } from './site.ts';

/** A request for a page of what an account has posted. */
export interface FeedRequest {
  /** Null for a path that is no feed. */
  account: string | null;
  /** Counts from 1. */
  page: number;
}

const POSTS_PER_PAGE = 5;

/** Of every account: enough for a job that is interrupted in the middle. */
const PAGES = 4;

/** The request, or null when it is for another host. */
export function readFeedRequest(url: URL): FeedRequest | null {
  if (url.hostname !== FEED_HOST) return null;
  const account = url.pathname === '/feed' ? url.searchParams.get('account') : null;
  return { account, page: Number(url.searchParams.get('page') ?? 1) };
}

/** What the log says of it. */
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

/** Answers with the posts of a page and how many pages there are; the same for an account each time. */
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
