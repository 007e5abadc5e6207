import { resolve } from 'node:path';
import type { Command } from 'commander';
import { examineEnvironment, type Environment } from '../../../config/environment.ts';
import { qualitySettings } from '../../../config/quality-settings.ts';
import { storageSettings } from '../../../config/storage-settings.ts';
import { connectDatabase, type Db } from '../../../db/connect.ts';
import { readInstance } from '../../../db/queries/instance.ts';
import { listApiKeys } from '../../../db/queries/api-keys.ts';
import { listStoppedTargets } from '../../../db/queries/pace-control.ts';
import { needsBrowser } from '../../../db/queries/named-dispensaries.ts';
import { listWorkers } from '../../../db/queries/worker-registry.ts';
import { summarizeQuality } from '../../../reports/quality-report.ts';
import type { CliCommand } from '../../cli-command.ts';
import { answer } from '../../output/print.ts';
import { withLocalServer } from '../../open-database.ts';
import { checkApi, checkKeys } from './check-api.ts';
import { checkBrowser } from './check-browser.ts';
import { checkDatabaseClock } from './check-clocks.ts';
import { checkDatabase } from './check-database.ts';
import { checkPlatforms } from './check-platforms.ts';
import { checkProxies } from './check-proxies.ts';
import { checkQuality } from './check-quality.ts';
import { checkNode, checkSettings } from './check-settings.ts';
import { checkStorage } from './check-storage-root.ts';
import { checkTemporal } from './check-temporal.ts';
import { checkWorkers } from './check-workers.ts';
import { findingsOf, messageOf, type Finding } from './finding.ts';
import { reportFailure } from '../../process-ports.ts';

/** Adds `doctor`, which checks every part that a crawl needs and changes nothing. */
export function addDoctorCommand(program: CliCommand): void {
  program
    .command('doctor')
    .description(
      'Checks every part that crawls need, from the settings to the clocks, and says what does not work and how to fix it. Changes nothing; exit code 1 when something does not work.',
    )
    .effect('reads')
    .examples('crawlchain doctor', `crawlchain doctor --json | jq '.[] | select(.state == "broken")'`)
    .option('--json', 'prints a JSON array with an object for each finding')
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const findings = await examine(command.optsWithGlobals<{ dataDir: string }>().dataDir);
      answer(findings, { json }, tell);
      if (findings.some(({ state }) => state === 'broken')) reportFailure();
    });
}

async function examine(dataDir: string): Promise<Finding[]> {
  const { environment: given, complaints } = examineEnvironment();
  const environment = await withLocalServer(given, dataDir);
  const own = [checkNode(process.versions.node), ...checkSettings(complaints)];
  const { findings, database } = await checkDatabase(environment.DATABASE_URL, dataDir);
  const clock = database === null ? [] : [checkDatabaseClock(database.clockAheadMs)];
  const db = database === null ? null : connectTo(environment.DATABASE_URL);
  try {
    const rest = await examineRest({ given, environment, dataDir: resolve(dataDir) }, db);
    return [...own, ...findings, ...clock, ...rest];
  } finally {
    await db?.destroy();
  }
}

function connectTo(url = ''): Db {
  const onLostConnection = () => undefined;
  return connectDatabase({ url, poolSize: 2, applicationName: 'crawlchain-command', onLostConnection });
}

interface Place {
  /** The environment as it is set. If it has DATABASE_URL, the Temporal of `npm start` is not used. */
  given: Environment;
  /** `given`, and without DATABASE_URL also the settings of the database that `npm start` runs. */
  environment: Environment;
  dataDir: string;
}

async function examineRest({ given, environment, dataDir }: Place, db: Db | null): Promise<Finding[]> {
  const workers = db === null ? null : await listWorkers(db);
  const instanceId = db === null ? null : ((await readInstance(db))?.id ?? null);
  const wantsBrowser = db === null ? false : await needsBrowser(db);
  const known = { dataDir, workers, needsBrowser: wantsBrowser, instanceId };
  const lookInto = (part: string, look: (opened: Db) => Promise<Finding[]>) =>
    db === null ? [findingsOf(part).unknown('the database is unavailable')] : looked(part, () => look(db));
  const findings = await Promise.all([
    looked('Temporal', () => checkTemporal(given, known)),
    lookInto('workers', async () => checkWorkers(workers ?? [], Date.now())),
    looked('storage', () => checkStorage(storageSettings(environment), db)),
    lookInto('proxies', (opened) => checkProxies(opened, environment)),
    lookInto('platforms', async (opened) => checkPlatforms(await listStoppedTargets(opened))),
    lookInto('catalog', async (opened) =>
      checkQuality(await summarizeQuality(opened, qualitySettings(environment))),
    ),
    looked('browser', async () => [await checkBrowser(environment, wantsBrowser)]),
    looked('API', async () => [await checkApi(environment, instanceId)]),
    lookInto('API keys', async (opened) =>
      checkKeys(await listApiKeys(opened), environment.API_HOST, Date.now()),
    ),
  ]);
  return findings.flat();
}

/** Runs one check, and reports its error as a finding, so that the other checks still run. */
async function looked(part: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [findingsOf(part).broken(messageOf(error), 'Fix what the message says, and run doctor again.')];
  }
}

const MARKS: Record<Finding['state'], string> = {
  ok: '✓',
  notice: '-',
  warning: '!',
  broken: '✗',
  unknown: '?',
};

function tell(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const lines = findings.flatMap(({ part, state, found, mend }) => [
    `${MARKS[state]} ${part.padEnd(width)}  ${found}`,
    ...(mend === null ? [] : [`  ${' '.repeat(width)}  → ${mend}`]),
  ]);
  return `${lines.join('\n')}\n\n${conclude(findings)}\n`;
}

function conclude(findings: Finding[]): string {
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  const doubts = [
    ...(count('warning') > 0 ? [`to look at: ${count('warning')}`] : []),
    ...(count('unknown') > 0 ? [`not known: ${count('unknown')}`] : []),
  ];
  const verdict = count('broken') === 0 ? 'Nothing is broken' : `Broken: ${count('broken')}`;
  return `${[verdict, ...doubts].join('; ')}.`;
}
