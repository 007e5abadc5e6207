import type { FetchedMenu } from '../domain/crawl-run.ts';

/** What a chain that lacked the platform's id has found on its way, for the start of a summary; else nothing. */
export function resolvedIn({ resolved }: Pick<FetchedMenu, 'resolved'>): string {
  return resolved === undefined ? '' : `${resolved.role}: found ${resolved.platformDispensaryId}; `;
}

/** The store, as summaries name it. */
export function storeOf({
  dispensaryName,
  stateCode,
}: Pick<FetchedMenu, 'dispensaryName' | 'stateCode'>): string {
  return stateCode === null ? dispensaryName : `${dispensaryName}, ${stateCode}`;
}
