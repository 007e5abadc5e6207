import { createRoute } from '@hono/zod-openapi';
import { platformSettings } from '../../config/platform-settings.ts';
import { qualitySettings } from '../../config/quality-settings.ts';
import { usualCapacity } from '../../config/usual-capacity.ts';
import { createRenamedFinder } from '../../payloads/find-renamed-field.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { createOverview } from '../../reports/overview.ts';
import { toOverview } from '../../reports/overview-answer.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import { watchDisk } from '../../storage/watch-disk.ts';
import { webUiLink } from '../../temporal-client/web-ui-link.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { guarded, json, operation, problems } from '../route-parts.ts';
import { overviewSchema } from '../schemas/overview.ts';

const overviewRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/overview', 'getOverview', 'Overview'),
  summary: 'The health of the system: what is wrong, why, and whether it clears by itself',
  description:
    'Read from the ledger, so it also answers while Temporal is away, and then says so. The failures and the past hours of the last day may be some seconds old if they take long to count.',
  responses: { 200: json(overviewSchema, 'The overview.'), ...problems('too-broad') },
});

/** Adds the overall status, for the first page of the dashboard. */
export function addOverviewRoutes(api: Api, { db, client, environment, snapshots }: ApiTools): void {
  const { TEMPORAL_UI_URL: webUi, TEMPORAL_NAMESPACE: namespace, CRAWLCHAIN_COMMAND: command } = environment;
  const uiUrl = webUi === undefined ? null : webUiLink(webUi, { namespace });
  const settings = { usual: usualCapacity(environment), rule: qualitySettings(environment) };
  const renamedIn = createRenamedFinder({
    db,
    platforms: createPlatformRegistry(platformSettings(environment)),
    payloadFiles: createPayloadFiles({ root: environment.STORAGE_ROOT }),
  });
  const disk = watchDisk(environment.STORAGE_ROOT);
  const latestDisk = () => disk.latest();
  const ask = createOverview({ db, client, renamedIn, latestDisk, ...settings, ...snapshots });
  api.openapi(overviewRoute, async (c) => c.json(toOverview(await ask(), { uiUrl, command }), 200));
}
