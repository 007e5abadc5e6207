import {
  summarizeCatalog,
  summarizeChanges,
  type CatalogSummary,
  type ChangeCounts,
} from '../../db/queries/summary.ts';
import { countWorkflows, type WorkflowCounts } from '../../temporal-client/count-workflows.ts';
import { webUiLink } from '../../temporal-client/web-ui-link.ts';
import { commandOf } from './command-of.ts';
import type { Stack } from './stack.ts';

export interface PassOutcome {
  discovered: number;
  crawled: number;
  /** Crawled, but the menu is doubted and nothing of it was ingested. */
  doubted: number;
  failed: number;
}

/** The JSON summary of `npm start --json`. Totals cover the database; requests cover the sandbox since it started. */
export interface Summary extends Omit<CatalogSummary, 'dispensaries'> {
  /** Of the last pass. */
  dispensaries: PassOutcome;
  /** Between the last two payloads of each dispensary. */
  changes: ChangeCounts;
  requests: { total: number; throughProxy: number; blocked: number };
  /** Since this start. */
  workflows: WorkflowCounts;
  urls: { webUi: string | null; temporal: string; database: string; sandbox: string };
  passes: number;
  durationSec: number;
}

/**
 * Reads the counts of the database, the sandbox and Temporal; rejects when one of them does not answer.
 * @param durationSec how long the start and all passes took together, in seconds
 */
export async function summarize(stack: Stack, passes: PassOutcome[], durationSec: number): Promise<Summary> {
  const [{ dispensaries: _, ...catalog }, changes, requests, workflows] = await Promise.all([
    summarizeCatalog(stack.db),
    summarizeChanges(stack.db),
    readRequests(stack.sandbox.controlUrl),
    countWorkflows(stack.client, stack.startedAt),
  ]);
  return {
    dispensaries: passes.at(-1) ?? { discovered: 0, crawled: 0, doubted: 0, failed: 0 },
    ...catalog,
    changes,
    requests,
    workflows,
    urls: {
      webUi:
        stack.webUiUrl === null
          ? null
          : webUiLink(stack.webUiUrl, { namespace: stack.environment.TEMPORAL_NAMESPACE }),
      temporal: stack.temporalAddress,
      database: withoutPassword(stack.databaseUrl),
      sandbox: stack.sandbox.controlUrl,
    },
    passes: passes.length,
    durationSec,
  };
}

async function readRequests(controlUrl: string): Promise<Summary['requests']> {
  const response = await fetch(`${controlUrl}/control/requests`);
  const { totals } = (await response.json()) as {
    totals: { requests: number; throughProxy: number; blocked: number };
  };
  return { total: totals.requests, throughProxy: totals.throughProxy, blocked: totals.blocked };
}

/** Returns a PostgreSQL URL without its password, so that the URL is safe to show. */
export function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password !== '') url.password = '***';
  return url.href;
}

type Output = Pick<NodeJS.WritableStream, 'write'>;

/** Prints the summary for people. */
export function printSummary(summary: Summary, output: Output): void {
  const { dispensaries, products, payloads, images, changes, proxies, requests, workflows } = summary;
  const rows: [string, string][] = [
    [
      'dispensaries',
      `${dispensaries.discovered} discovered, ${dispensaries.crawled} crawled, ${dispensaries.doubted} doubted, ${dispensaries.failed} failed`,
    ],
    [
      'products',
      `${products.total}: ${products.inStock} in stock, ${products.outOfStock} out of stock, ${products.skipped} skipped`,
    ],
    ['payloads', `${payloads.written} files, ${(payloads.bytes / 1024).toFixed(0)} KiB`],
    ['snapshots', String(summary.snapshots)],
    [
      'changes',
      `${changes.added} added, ${changes.removed} removed, ${changes.priceChanges} prices, ${changes.stockChanges} stock`,
    ],
    ['images', `${images.downloaded} downloaded, ${images.failed} failed`],
    ['requests', `${requests.total}, ${requests.throughProxy} through proxies, ${requests.blocked} blocked`],
    ['proxies', `${proxies.active} active, ${proxies.used} used`],
    [
      'workflows',
      `${workflows.started} started, ${workflows.completed} completed, ${workflows.failed} failed`,
    ],
    ['took', `${summary.durationSec} s`],
  ];
  output.write(`\n${rows.map(([name, text]) => `  ${name.padEnd(14)}${text}`).join('\n')}\n\n`);
}

/** What stays up: the API's URL, the data folder of the servers, and how many menus wait for a decision. */
interface Standing {
  apiUrl: string;
  dataDir: string;
  doubted: number;
}

/** Prints what stays up after the passes, and where to find it. */
export function printStanding(
  { urls, dispensaries: { doubted } }: Summary,
  { apiUrl, dataDir }: Omit<Standing, 'doubted'>,
  output: Output,
): void {
  const places: Places = [
    ['Dashboard', `${apiUrl}/`],
    ['Temporal Web UI', urls.webUi ?? '(of your own server)'],
    ['Temporal', urls.temporal],
    ['PostgreSQL', urls.database],
    ['API', `${apiUrl}/reference`],
    ['Sandbox', urls.sandbox],
  ];
  printPlaces(places, { apiUrl, dataDir, doubted }, output);
}

type Places = [name: string, url: string][];

/** Prints the addresses of what stays up, and what to do next. */
export function printPlaces(places: Places, { apiUrl, dataDir, doubted }: Standing, output: Output): void {
  const command = commandOf(dataDir);
  const menus = doubted === 1 ? 'One menu is' : `${doubted} menus are`;
  const lines = [
    ...places.map(([name, url]) => `  ${name.padEnd(18)}${url}`),
    '',
    ...(doubted === 0
      ? []
      : [`${menus} doubted. Decide: ${apiUrl}/quarantine, or ${command} quarantine list`]),
    `Read the prices in another terminal: ${command} products list`,
    'Everything stays up; Ctrl-C stops it.',
  ];
  output.write(`${lines.join('\n')}\n`);
}
