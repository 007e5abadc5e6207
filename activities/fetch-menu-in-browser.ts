import type { FetchedMenu, UnconfirmedMenu } from '../domain/crawl-run.ts';
import type { WaitsForStore } from '../domain/store-wait.ts';
import { fetchInStage, loadCrawlable, type FetchMenuInput, type FetchTools } from '../stages/fetch-stage.ts';

/** Creates the activity that fetches menus in a browser. */
export function createFetchMenuInBrowserActivities(tools: FetchTools) {
  return {
    /**
     * Fetches a menu as `fetchMenu` does, but from inside a browser page. The returned menu may be a doubted one.
     * @throws CrawlError as `fetchMenu` does
     */
    async fetchMenuInBrowser(input: FetchMenuInput): Promise<FetchedMenu | UnconfirmedMenu | WaitsForStore> {
      const dispensary = await loadCrawlable(tools.db, input.dispensaryId);
      // A separate target: the platform may admit an identity in a browser that it refuses without one.
      return fetchInStage(tools, input, { dispensary, target: `${dispensary.platform}/browser` });
    },
  };
}
