import type { FetchedMenu, UnconfirmedMenu } from '../domain/crawl-run.ts';
import type { WaitsForStore } from '../domain/store-turn.ts';
import { fetchInStage, loadCrawlable, type FetchMenuInput, type FetchTools } from '../stages/fetch-stage.ts';

/** The activity that fetches menus in a browser. */
export function createFetchMenuInBrowserActivities(tools: FetchTools) {
  return {
    /**
     * The same fetch, from inside a page of a browser; its menu, too, may be one that is not believed.
     * @throws CrawlError as `fetchMenu` does
     */
    async fetchMenuInBrowser(input: FetchMenuInput): Promise<FetchedMenu | UnconfirmedMenu | WaitsForStore> {
      const dispensary = await loadCrawlable(tools.db, input.dispensaryId);
      // A target of its own: whom the platform refuses without a browser, it may let in with one.
      return fetchInStage(tools, input, { dispensary, target: `${dispensary.platform}/browser` });
    },
  };
}
