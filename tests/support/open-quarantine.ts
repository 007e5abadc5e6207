import { createDashboardServer } from './dashboard-server.ts';
import { makeDoubted } from './doubted-menus.ts';
import type { keepDashboardBrowser } from './open-dashboard.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Store = NonNullable<Parameters<typeof makeDoubted>[2]>;

/** Starts an API with these stores, whose newest menus are doubted, and opens a tab. */
export async function createQuarantine(dashboard: ReturnType<typeof keepDashboardBrowser>, stores: Store[]) {
  const root = await temporaryFolder('quarantine-');
  const server = await createDashboardServer({ env: { STORAGE_ROOT: root } });
  const doubted: Awaited<ReturnType<typeof makeDoubted>>[] = [];
  for (const store of stores) doubted.push(await makeDoubted(server.db, root, store));
  const tab = await dashboard.openTab();
  const press = (name: string): Promise<unknown> =>
    tab.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  return { ...server, ...tab, root, doubted, press };
}
