import type { FetchedMenu, UnconfirmedMenu } from '../domain/crawl-run.ts';
import { CrawlError } from '../domain/errors.ts';
import { whyBrowser, type Escalation } from '../domain/fetch-mode.ts';
import type { WaitsForStore } from '../domain/store-wait.ts';
import { rememberBrowser } from '../db/queries/dispensaries.ts';
import { fetchInStage, loadCrawlable, type FetchMenuInput, type FetchTools } from '../stages/fetch-stage.ts';

/** Creates the activities that fetch menus by plain requests. @param tools.rememberBrowserMs see `rememberBrowser` */
export function createFetchMenuActivities(tools: FetchTools & { rememberBrowserMs: number }) {
  return {
    /**
     * Fetches the whole menu of a dispensary through leased identities and writes it to disk. Each page heartbeats its position;
     * a retry resumes from there if the pages are available, and otherwise starts over.
     * @returns the menu, which may be doubted; or an escalation to the browser, because the dispensary requires it or blocks
     *   plain requests; or the task of the store that must end first
     * @throws CrawlError of any kind; then no payload is stored, not even in part
     */
    async fetchMenu(
      input: FetchMenuInput,
    ): Promise<FetchedMenu | UnconfirmedMenu | Escalation | WaitsForStore> {
      const dispensary = await loadCrawlable(tools.db, input.dispensaryId);
      const because = whyBrowser(dispensary);
      if (because !== null) return { escalateTo: 'browser', because };
      try {
        return await fetchInStage(tools, input, { dispensary, target: dispensary.platform });
      } catch (error) {
        const refusal = dispensary.fetchMode === 'auto' ? refusalIn(error) : null;
        if (refusal === null) throw error;
        if (refusal.kind === 'Blocked')
          await rememberBrowser(tools.db, dispensary.id, tools.rememberBrowserMs);
        return { escalateTo: 'browser', because: refusal.message };
      }
    },
  };
}

/**
 * Returns the error if a store blocked several identities in a row, or its platform currently refuses all plain requests;
 * otherwise null.
 */
function refusalIn(error: unknown): CrawlError | null {
  if (!(error instanceof CrawlError)) return null;
  return error.kind === 'Blocked' || error.evidence?.['fault'] === 'breaker-open' ? error : null;
}
