import type { FetchedMenu } from '../domain/crawl-run.ts';

/** The start of a summary: the platform id that the chain had to look up; empty if it was already known. */
export function resolvedIn({ resolved }: Pick<FetchedMenu, 'resolved'>): string {
  return resolved === undefined ? '' : `${resolved.role}: found ${resolved.platformDispensaryId}; `;
}

/** The store's name and state, as summaries show them. */
export function storeOf({
  dispensaryName,
  stateCode,
}: Pick<FetchedMenu, 'dispensaryName' | 'stateCode'>): string {
  return stateCode === null ? dispensaryName : `${dispensaryName}, ${stateCode}`;
}
