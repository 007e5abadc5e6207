import type { StoppedTarget } from '../../../db/queries/pace-control.ts';
import type { RecentCrawl } from '../../../db/queries/recent-crawls.ts';
import type { FailureCount } from '../../../db/queries/run-counts.ts';
import type { LedgerAge } from '../../../db/queries/runs.ts';
import type { ListedWorker } from '../../../db/queries/worker-registry.ts';
import type { Pod } from '../../../domain/pods.ts';
import { clockFault } from '../../../domain/worker.ts';
import { QUALITY_PROBLEMS } from '../../../domain/quality.ts';
import { describeProblem } from '../../../reports/describe-problem.ts';
import { fanOutInWords } from '../../../reports/fan-out-answer.ts';
import type { OpenJobs, OpenTasks, OperatingStatus, WaitingTask } from '../../../reports/operating-status.ts';
import { countProblem, type QualitySummary } from '../../../reports/quality-report.ts';
import type { Verdict, VerdictReason } from '../../../reports/verdict/verdict-facts.ts';
import type { FanOutReport } from '../../../temporal-client/describe-fan-outs.ts';
import type { ScheduleReport } from '../../../temporal-client/describe-schedules.ts';
import { cutText } from '../../cut-text.ts';
import { formatTable } from '../../format-table.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatPods } from '../workers/format-pods.ts';

/** What is spoken to, or why it cannot be. */
export interface Servers {
  database: { place: string; version: string } | { away: string };
  temporal: { place: string; version: string; namespace: string } | { away: string };
  /** Null: nobody knows where it is. */
  webUi: string | null;
}

/** How things stand, for one screen; times are UTC. */
export function tellStatus(servers: Servers, status: OperatingStatus): string {
  const { stopped, workers, open, fanOuts, waiting, jobs } = status;
  const { lastCrawls, failures, quality, schedules } = status;
  const sections = [
    ...(stopped?.length === 0 ? [] : [section('Stopped', stopped, tellStopped)]),
    section('Workers', workers, (living) => tellWorkers(living, status.pods ?? [])),
    section('Open work', open, (tasks) => tellOpen(tasks, status)),
    ...(fanOuts?.length === 0 ? [] : [section('Fan-outs', fanOuts, tellFanOuts)]),
    ...(waiting?.length === 0 ? [] : [section('Wait for their time', waiting, tellWaiting)]),
    ...(jobs !== null && hasNone(jobs) ? [] : [section('Jobs', jobs, tellJobs)]),
    section('Last crawls', lastCrawls, tellCrawls),
    section('Failures of the last hour', failures, tellFailures),
    section('Catalog', quality, formatQuality),
    section('Schedules', schedules, tellSchedules),
  ];
  const unknown = sections.filter(({ text }) => text === null).map(({ title }) => title.toLowerCase());
  return [
    tellVerdict(status.verdict),
    tellServers(servers, status.ledger),
    ...sections.flatMap(({ text }) => (text === null ? [] : [text])),
    ...(unknown.length === 0 ? [] : [`Not known now: ${unknown.join(', ')}.\n`]),
  ].join('\n');
}

const VERDICTS: Record<Verdict['verdict'], string> = {
  good: 'good: nothing is wrong',
  degraded: 'degraded: work goes on',
  bad: 'bad: some work does not go on',
};

/** The same sentences that the dashboard shows first. */
function tellVerdict({ verdict, outlook, reasons }: Verdict): string {
  const lines = reasons.map(
    (reason) => `  ${reason.severity}, ${tellClearing(reason)}: ${withoutControls(reason.words)}`,
  );
  return [
    `${'Verdict'.padEnd(10)}${VERDICTS[verdict]}${outlook === null ? '' : `; ${outlook}`}`,
    ...lines,
    '',
  ].join('\n');
}

/** Whether a reason clears without a person. */
function tellClearing({ clearsByItself, clearsAt }: VerdictReason): string {
  if (clearsByItself === false) return 'needs a person';
  if (clearsByItself === null) return 'may clear by itself';
  return clearsAt === null ? 'clears by itself' : `clears by itself, next at ${timeOf(clearsAt)}`;
}

/** A part of the screen; without text where its server is away. */
interface Section {
  title: string;
  text: string | null;
}

function section<Part>(title: string, part: Part | null, tell: (part: Part) => string): Section {
  if (part === null) return { title, text: null };
  const lines = tell(part).trimEnd().split('\n');
  return { title, text: `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n` };
}

function tellServers({ database, temporal, webUi }: Servers, ledger: OperatingStatus['ledger']): string {
  const rows = [
    ['Database', 'away' in database ? database.away : `PostgreSQL ${database.version} at ${database.place}`],
    [
      'Temporal',
      'away' in temporal
        ? temporal.away
        : `${temporal.version} at ${temporal.place}, namespace ${temporal.namespace}`,
    ],
    ['Ledger', ledger === null ? 'not known now' : tellLedger(ledger)],
    ['Web UI', webUi ?? 'not known; TEMPORAL_UI_URL names it'],
  ];
  return `${rows.map(([name = '', words]) => `${name.padEnd(10)}${words}`).join('\n')}\n`;
}

/** How old what is shown of tasks and jobs is. */
function tellLedger({ asOf, isStale }: LedgerAge): string {
  if (asOf === null) return 'has never been level with Temporal: tasks that no worker has begun are missing';
  return `${isStale ? 'behind: it shows tasks and jobs as they were at' : 'level with Temporal at'} ${timeOf(asOf)}`;
}

function tellStopped(stopped: StoppedTarget[]): string {
  return stopped
    .map(({ target, stoppedAt, because }) =>
      withoutControls(
        `${target} since ${timeOf(stoppedAt)}: ${because}; \`crawlchain platforms start ${target}\` lets its requests go`,
      ),
    )
    .join('\n');
}

function tellWorkers(workers: ListedWorker[], pods: Pod[]): string {
  if (workers.length === 0) return 'No worker lives.';
  const table = formatTable(
    ['name', 'worker', 'status', 'tasks', 'memory', 'cpu'],
    workers.map((worker) => [
      worker.friendly_name,
      worker.worker_id,
      [worker.status, clockFault(worker)].filter((words) => words !== null).join(', '),
      `${worker.active_task_count}/${worker.max_concurrent_tasks}`,
      `${worker.resources.memory_percent}%`,
      `${worker.resources.cpu_percent}%`,
    ]),
  );
  return `${table}${formatPods(pods)}`;
}

function tellOpen(open: OpenTasks[], { fanOuts, waiting }: OperatingStatus): string {
  const busy = open.filter(({ ready, later, claimed, running }) => ready + later + claimed + running > 0);
  if (busy.length === 0)
    return fanOuts?.length === 0 && waiting?.length === 0
      ? 'Nothing is open.'
      : 'No worker has anything to do now.';
  return formatTable(
    ['role', 'ready', 'waiting for a retry', 'claimed', 'running'],
    busy.map(({ role, ready, later, claimed, running }) => [role, ready, later, claimed, running]),
  );
}

function hasNone({ running, pending, failed }: OpenJobs): boolean {
  return running + pending + failed === 0;
}

function tellJobs({ running, pending, failed }: OpenJobs): string {
  return `${running} running, ${pending} pending, ${failed} failed within the last hour; see \`crawlchain jobs list\`.`;
}

function tellFanOuts(fanOuts: FanOutReport[]): string {
  const rows = fanOuts.map((one) => `${one.workflowId}: ${fanOutInWords(one)}.`);
  return [...rows, '`crawlchain fan-outs cancel <fan-out>` stops one, such as crawl-due/all.'].join('\n');
}

/** Others are in `crawlchain tasks list`. */
const WAITING_MAX = 5;

function tellWaiting(waiting: WaitingTask[]): string {
  const table = formatTable(
    ['task', 'role', 'scheduled for'],
    waiting.slice(0, WAITING_MAX).map(({ id, role, scheduledFor }) => [id, role, timeOf(scheduledFor)]),
  );
  const more = waiting.length - WAITING_MAX;
  return more > 0 ? `${table}and ${more} more; see \`crawlchain tasks list --status pending\`.` : table;
}

function tellCrawls(lastCrawls: RecentCrawl[]): string {
  if (lastCrawls.length === 0) return 'There was none yet.';
  return formatTable(
    ['dispensary', 'role', 'began', 'ended', 'status', 'products'],
    lastCrawls.map((crawl) => [
      withoutControls(`${crawl.dispensaryName} (${crawl.dispensaryId})`),
      crawl.role,
      timeOf(crawl.startedAt),
      timeOf(crawl.endedAt),
      crawl.errorKind === null ? crawl.status : `${crawl.status}: ${crawl.errorKind}`,
      String(crawl.products ?? '-'),
    ]),
  );
}

/** Longer ones are in the Web UI and the ledger. */
const MESSAGE_MAX = 120;

function tellFailures(failures: FailureCount[]): string {
  if (failures.length === 0) return 'None.';
  return formatTable(
    ['kind', 'tasks', 'the newest says'],
    failures.map(({ errorKind, count, message }) => [
      errorKind,
      count,
      cutText(withoutControls(message), MESSAGE_MAX),
    ]),
  );
}

/** Room for the reason and one product that shows it. */
const SHOWN_MAX = 200;

/** A line for each problem that any dispensary has, with one of them. */
function formatQuality({ platforms, examples }: QualitySummary): string {
  const rows = QUALITY_PROBLEMS.flatMap((problem) => {
    const example = examples[problem];
    if (example === undefined) return [];
    const name = withoutControls(`${example.dispensary_name} (${example.dispensary_id})`);
    const shown = cutText(withoutControls(describeProblem(problem, example, 1)), SHOWN_MAX);
    return [[problem, countProblem(platforms, problem), name, shown]];
  });
  if (rows.length === 0) return 'No dispensary has a problem.';
  const table = formatTable(['problem', 'dispensaries', 'one of them', 'what shows it'], rows);
  return `${table}See \`crawlchain quality\`, and \`crawlchain quarantine list\` for what waits for a decision.`;
}

function tellSchedules(schedules: ScheduleReport[]): string {
  if (schedules.length === 0) return 'There are none; `crawlchain schedules apply` makes them.';
  return formatTable(
    ['id', 'next run', 'last run', 'last result'],
    schedules.map(({ id, paused, nextRunAt, lastRun }) => [
      id,
      paused ? 'paused' : timeOf(nextRunAt),
      timeOf(lastRun?.at ?? null),
      lastRun?.outcome ?? '-',
    ]),
  );
}

/** A moment in UTC, to the second; a dash for none. */
function timeOf(time: Date | null): string {
  return time === null ? '-' : `${time.toISOString().slice(0, 19)}Z`;
}
