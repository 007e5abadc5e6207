import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { cutText } from '../../output/cut-text.ts';
import { formatTable } from '../../output/format-table.ts';
import { displayOf, type Display } from '../../output/display.ts';
import { timeOf } from '../../output/format-time.ts';

type Overview = Schemas['Overview'];

/** Formats the API's overview for one screen; times are UTC. @param apiUrl the address of the API */
export function formatStatus(overview: Overview, apiUrl: string): string {
  const { stopped_targets: stopped } = overview;
  return [
    formatVerdict(overview),
    formatServers(overview, apiUrl),
    ...(stopped.length === 0 ? [] : [section('Stopped', formatStopped(stopped))]),
    section('Workers', formatWorkers(overview.workers)),
    section('Open work', formatOpen(overview)),
    ...(hasJobs(overview) ? [section('Jobs', formatJobs(overview))] : []),
    section('Failures of the last day', formatFailures(overview.failures)),
    section('Schedules', formatSchedules(overview.schedules)),
  ].join('\n');
}

const VERDICTS: Record<Overview['verdict'], string> = {
  good: 'good: everything is all right',
  degraded: 'degraded: work goes on',
  bad: 'bad: some work does not go on',
};

/** Formats the verdict, with the sentences of the top of the dashboard, and the commands that act on each reason. */
function formatVerdict({ verdict, outlook, reasons, failures }: Overview): string {
  const lines = reasons.map(
    (reason) => `  ${reason.severity}, ${formatClearing(reason)}: ${formatReason(reason)}`,
  );
  const isLeft = failures.groups.some(
    // An older API gives no `stopped`.
    ({ count, recovered, stopped }) => recovered < count && !(recovered + stopped >= count),
  );
  const single = verdict === 'good' && isLeft ? ', but for single failures' : '';
  const heading = `${name('Verdict')}${VERDICTS[verdict]}${single}${outlook === null ? '' : `; ${outlook}`}`;
  return [heading, ...lines, ''].join('\n');
}

function formatReason({ words, remedy }: Overview['reasons'][number]): string {
  // An older API has no `remedy`.
  return withoutControls(typeof remedy === 'string' ? `${words} ${remedy}` : words);
}

/** Describes whether a reason clears without a person, and when at the earliest. */
function formatClearing({
  clears_by_itself: clearsByItself,
  clears_at: clearsAt,
}: Overview['reasons'][number]): string {
  if (clearsByItself === false) return 'needs a person';
  if (clearsByItself === null) return 'may clear by itself';
  return clearsAt === null ? 'clears by itself' : `clears by itself, not before ${timeOf(clearsAt)}`;
}

function name(text: string): string {
  return text.padEnd(10);
}

function formatServers({ temporal, ...ledger }: Overview, apiUrl: string): string {
  const { available, reason, ui_url: webUi } = temporal;
  const rows: [string, string][] = [
    ['API', apiUrl],
    ['Temporal', available ? 'answers' : withoutControls(reason ?? 'does not answer')],
    ['Ledger', formatLedger(ledger)],
    ['Web UI', webUi ?? 'not known; TEMPORAL_UI_URL of the API names it'],
  ];
  return `${rows.map(([text, value]) => `${name(text)}${value}`).join('\n')}\n`;
}

/** Describes the age of the ledger's tasks and jobs. */
function formatLedger({ as_of: asOf, stale }: Pick<Overview, 'as_of' | 'stale'>): string {
  if (asOf === null) return 'has never caught up with Temporal: tasks that no worker has begun are missing';
  return `${stale ? 'behind: it shows tasks and jobs as they were at' : 'in step with Temporal as of'} ${timeOf(asOf)}`;
}

function section(title: string, text: string): string {
  const lines = text.trimEnd().split('\n');
  return `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

/** Returns the display of a section's tables, which are indented by two characters. */
function indented(): Display {
  const display = displayOf(process.stdout, true);
  return { ...display, width: display.width === null ? null : display.width - 2 };
}

function formatStopped(stopped: Overview['stopped_targets']): string {
  return stopped
    .map(({ target, stopped_at: at, because }) =>
      withoutControls(
        `${target} since ${timeOf(at)}: ${because}; \`crawlchain platforms start ${target}\` starts its requests again`,
      ),
    )
    .join('\n');
}

function formatWorkers({ active, backing_off: backingOff, draining, silent }: Overview['workers']): string {
  const states = [
    [active, 'active'],
    [backingOff, 'backing off'],
    [draining, 'draining'],
    [silent, 'silent'],
  ].filter(([count]) => count !== 0);
  if (states.length === 0) return 'No worker is live.';
  return `${states.map(([count, state]) => `${count} ${state}`).join(', ')}; see \`crawlchain workers list\`.`;
}

function formatOpen({ capacity, scheduled }: Overview): string {
  const busy = capacity.roles.filter(({ pending, running }) => pending + running > 0);
  const table = formatTable(
    [
      { header: 'role', value: 'role' },
      { header: 'pending', value: 'pending', kind: 'number' },
      { header: 'running', value: 'running', kind: 'number' },
      { header: 'workers', value: 'active_workers', kind: 'number' },
      { header: 'forecast', value: ({ forecast }) => forecast.words },
    ],
    busy,
    indented(),
  );
  const { count, next_at: nextAt } = scheduled;
  const waiting =
    count === 0
      ? ''
      : `${count} of the pending tasks ${count === 1 ? 'waits for its time' : 'wait for their time'}, the next until ${timeOf(nextAt)}; see \`crawlchain tasks list --status pending\`.\n`;
  const lines = `${busy.length === 0 ? '' : table}${waiting}${formatImages(capacity.images)}`;
  return lines === '' ? 'Nothing is open.' : lines;
}

/** Describes the crawls that download their images, which count for no role. An older API gives no counts of them. */
function formatImages(images: Overview['capacity']['images'] | undefined): string {
  if (images === undefined || images.pending + images.running === 0) return '';
  const count = images.pending + images.running;
  return `${count} ${count === 1 ? 'crawl downloads its' : 'crawls download their'} images: ${images.running} running, ${images.pending} pending; see \`crawlchain tasks list --stage images\`.\n`;
}

function hasJobs({ counts }: Overview): boolean {
  const { running, pending, failed } = counts.jobs;
  return running + pending + failed > 0;
}

function formatJobs({ counts }: Overview): string {
  const { running, pending, failed } = counts.jobs;
  return `${running} running, ${pending} pending, ${failed} failed within the last day; see \`crawlchain jobs list\`.`;
}

/** The most characters of a message; the dashboard and the ledger have all. */
const MESSAGE_MAX = 120;

function formatFailures({ groups, more }: Overview['failures']): string {
  if (groups.length === 0) return 'None.';
  const table = formatTable(
    [
      { header: 'kind', value: 'kind' },
      { header: 'failed', value: 'count', kind: 'number' },
      { header: 'of', value: 'of' },
      { header: 'the newest says', value: ({ message }) => cutText(message, MESSAGE_MAX) },
    ],
    groups,
    indented(),
  );
  return more ? `${table}There are more; see \`crawlchain tasks list --status failed\`.` : table;
}

function formatSchedules(schedules: Overview['schedules']): string {
  if (schedules === null) return 'Not known now: Temporal has them.';
  const { total, enabled, faults } = schedules;
  if (total === 0) return 'There are none; `crawlchain schedules apply` makes them.';
  const lines = faults.map(({ id, words }) => withoutControls(`${id}: ${words}`));
  return [`${enabled} of ${total} are active; see \`crawlchain schedules list\`.`, ...lines].join('\n');
}
