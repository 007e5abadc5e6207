import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { findRun } from '../../../temporal-client/find-run.ts';
import { webUiLink } from '../../../temporal-client/web-ui-link.ts';
import {
  crawlDispensaryId,
  PROBE_PROXIES_ID,
  readTaskId,
  REFRESH_ANALYTICS_ID,
  SWEEP_STORAGE_ID,
} from '../../../temporal-config/workflow-ids.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { findDispensary } from '../../find-dispensary.ts';
import { withDatabase } from '../../open-database.ts';
import { withTemporal } from '../../open-temporal.ts';
import { inSnakeCase } from '../../in-snake-case.ts';

interface OpenOptions {
  browser?: boolean;
  json?: boolean;
}

/** Adds `open`: where the Web UI shows a workflow. */
export function addOpenCommand(program: CliCommand): void {
  program
    .command('open')
    .description('Prints the link to a workflow in the Temporal Web UI.')
    .effect('reads')
    .examples('crawlchain open 1', 'crawlchain open deeply-rooted --browser', 'crawlchain open crawl-due/all')
    .argument(
      '<what>',
      'a dispensary, by its id or slug: its chain; the id of a task; or that of a workflow, such as crawl/1',
    )
    .option('--browser', 'opens it in the browser of this machine too')
    .option('--json', 'prints one JSON object')
    .action(open);
}

async function open(what: string, { browser, json }: OpenOptions, command: Command): Promise<void> {
  const found = await withTemporal(command, async (client, webUiUrl) => {
    if (webUiUrl === null) throw new CommandRefused(NO_WEB_UI);
    const { workflowId, runId: wanted } = await workflowOf(what, command);
    const runId = await findRun(client, workflowId, wanted);
    if (runId === null)
      throw new CommandRefused(
        `Temporal knows no workflow ${workflowId}${wanted === undefined ? '' : ` with the run ${wanted}`}: it was never started, or ended longer ago than the namespace keeps.`,
      );
    const { namespace } = client.options;
    const url = webUiLink(webUiUrl, { namespace, path: [workflowId, runId, 'history'] });
    return { workflowId, runId, url };
  });
  process.stdout.write(`${json === true ? JSON.stringify(inSnakeCase(found)) : found.url}\n`);
  if (browser === true) await showInBrowser(found.url);
}

const NO_WEB_UI =
  'It is not known where the Web UI is: set TEMPORAL_UI_URL to its address, such as https://temporal.example. Only that of the server that `npm start` runs is found by itself.';

/** Workflows that exist once, whose ids could be slugs too. */
const FIXED_IDS = [REFRESH_ANALYTICS_ID, PROBE_PROXIES_ID, SWEEP_STORAGE_ID];

async function workflowOf(what: string, command: Command): Promise<{ workflowId: string; runId?: string }> {
  const task = readTaskId(what);
  if (task !== null) return task;
  if (what.includes('/') || FIXED_IDS.includes(what)) return { workflowId: what };
  const { id } = await withDatabase(command, ({ db }) => findDispensary(db, what));
  return { workflowId: crawlDispensaryId(id) };
}

/** The program that opens a link, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

async function showInBrowser(url: string): Promise<void> {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  try {
    await promisify(execFile)(program, [...words, url]);
  } catch (error) {
    throw new CommandRefused(`No browser could be opened: ${(error as Error).message.trim()}`, {
      cause: error,
    });
  }
}
