import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient } from '../../../api-client/create-api-client.ts';
import {
  crawlDispensaryId,
  lettersOf,
  PROBE_PROXIES_ID,
  readTaskId,
  REFRESH_ANALYTICS_ID,
  SWEEP_STORAGE_ID,
} from '../../../temporal-config/workflow-ids.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';

interface OpenOptions {
  browser?: boolean;
  json?: boolean;
}

/** Adds `open`, which prints or opens the Web UI's page of a workflow. */
export function addOpenCommand(program: CliCommand): void {
  program
    .command('open')
    .description('Prints the link to a workflow in the Temporal Web UI.')
    .effect('reads')
    .examples('crawlchain open 1', 'crawlchain open deeply-rooted --browser', 'crawlchain open crawl-due/all')
    .argument(
      '<what>',
      'a dispensary, by its id or slug: its chain; the id of a task; or the id of a workflow, such as crawl/1',
    )
    .option('--browser', 'opens it in the browser of this machine too')
    .viaApi()
    .action(open);
}

async function open(what: string, { browser, json }: OpenOptions, command: Command): Promise<void> {
  const { web_ui_url: url, ...workflow } = await withApi(command, async (api) => {
    const path = { id: await lettersIn(api, what) };
    return answerOf(api.GET('/api/workflows/{id}', { params: { path } }));
  });
  if (url === null) throw new CommandRefused(NO_WEB_UI);
  process.stdout.write(`${json === true ? JSON.stringify({ ...workflow, url }) : url}\n`);
  if (browser === true) await showInBrowser(url);
}

const NO_WEB_UI =
  'The API does not know where the Web UI is: set TEMPORAL_UI_URL of the API to its address, such as https://temporal.example.';

/** Ids of workflows that exist only once. They could also be slugs of dispensaries, but are taken as workflow ids. */
const FIXED_IDS = [REFRESH_ANALYTICS_ID, PROBE_PROXIES_ID, SWEEP_STORAGE_ID];

/** Converts the argument to an id for the API's paths. */
async function lettersIn(api: ApiClient, what: string): Promise<string> {
  if (readTaskId(what) !== null) return what;
  if (what.includes('/') || FIXED_IDS.includes(what)) return lettersOf(what);
  const { id } = await findApiDispensary(
    api,
    what,
    'an id or a slug of `dispensaries list`, the id of a task, or the id of a workflow, such as crawl/1',
  );
  return lettersOf(crawlDispensaryId(id));
}

/** The program that opens a link, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

async function showInBrowser(url: string): Promise<void> {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  try {
    await promisify(execFile)(program, [...args, url]);
  } catch (error) {
    throw new CommandRefused(`No browser could be opened: ${(error as Error).message.trim()}`, {
      cause: error,
    });
  }
}
