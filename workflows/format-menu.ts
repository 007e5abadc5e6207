import type { FetchedMenu } from '../domain/crawl-run.ts';

/** Returns the first words of a summary: the platform id that the chain had to look up. Empty if the id was already known. */
export function resolvedIn({ resolved }: Pick<FetchedMenu, 'resolved'>): string {
  return resolved === undefined ? '' : `${resolved.role}: found ${resolved.platformDispensaryId}; `;
}

/** Returns the store's name and, if known, its state, as summaries show them. */
export function storeOf({
  dispensaryName,
  stateCode,
}: Pick<FetchedMenu, 'dispensaryName' | 'stateCode'>): string {
  return stateCode === null ? dispensaryName : `${dispensaryName}, ${stateCode}`;
}
