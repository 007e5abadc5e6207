import {
  continueAsNew,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import {
  batchBeginsAt,
  BATCHES_MAX,
  DEFAULT_WINDOW,
  describeFanOut,
  INTERVAL_HOURS_MAX,
  PAGE_SIZE_MAX,
  SPREAD_HOURS_MAX,
  type CrawlDueInput,
  type CrawlDueProgress,
  type CrawlDueResult,
  type Spread,
} from '../domain/crawl-due.ts';
import type { StartedPage } from '../activities/start-crawls.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { PLATFORM, ROLE, STATE_CODE } from '../temporal-config/search-attributes.ts';
import { crawlDueId, fanOutId } from '../temporal-config/workflow-ids.ts';
import { fanOutActivities } from './activity-proxies.ts';
import { followCurrentVersion } from './follow-current-version.ts';
import { isFlag, isPlatform, isWithin, orNone } from './input-checks.ts';
import { fanOutProgressQuery } from './messages.ts';
import { hasFields, requireId, requireInput } from './require-input.ts';

/**
 * Pages and waits before the workflow continues as new. Each adds at most eleven events, so a history has about a thousand: far
 * below the 4,096 at which the server suggests continue-as-new.
 */
const STEPS_PER_RUN = 100;

/** The delay before the window is checked again. The delay doubles each time that nothing was started. */
const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 15_000;

// A fan-out may run for a month, so it is not pinned to the version it started on. It must therefore replay on later versions.
followCurrentVersion(crawlDue);

/**
 * Starts a chain for every due dispensary, page by page from PostgreSQL, with at most `window` chains open at once. One activity
 * per page keeps the history short; a long fan-out continues as new from the last key. The waits are workflow timers, because a
 * waiting activity would occupy a slot that the awaited chains need.
 */
export async function crawlDue(input: CrawlDueInput, ...more: unknown[]): Promise<CrawlDueResult> {
  checkInput([input, ...more]);
  // The id is the lock: under another id, a second fan-out of the same dispensaries would run beside the first. A fan-out in
  // batches may also have the id of one without batches, because earlier versions used that id.
  if (workflowInfo().workflowId !== crawlDueId(input.scope, input.platform))
    requireId('crawlDue', fanOutId(input));
  showInSearch(input);
  const progress = input.progress ?? begin(input);
  let summary = describe(input, progress);
  const show = (text: string): void => setCurrentDetails((summary = text));
  const result = (): CrawlDueResult => ({
    started: progress.started,
    alreadyRunning: progress.alreadyRunning,
    summary,
  });
  setHandler(fanOutProgressQuery, () => ({
    ...result(),
    beganAt: progress.beganAt,
    batch: progress.batch,
    batches: progress.batchEnds?.length ?? null,
  }));
  if (input.spread !== undefined) progress.batchEnds ??= await divide(input, progress, input.spread);
  let waitMs = WAIT_MS_MIN;
  for (
    let steps = 0;
    progress.batchEnds === undefined || progress.batch < progress.batchEnds.length;
    steps += 1
  ) {
    if (steps === STEPS_PER_RUN || workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof crawlDue>({ ...input, progress });
    await untilBatchBegins(input, progress);
    const page = await startPage(input, progress);
    progress.started += page.started;
    progress.alreadyRunning += page.alreadyRunning;
    progress.afterId = page.lastId;
    if (page.started > 0) progress.lastStartedAt = new Date().toISOString();
    if (page.isLast && progress.batchEnds === undefined) break;
    if (page.isLast) progress.batch += 1;
    show(describe(input, progress));
    if (!page.isLast && page.isWindowFull) {
      waitMs = page.started > 0 ? WAIT_MS_MIN : Math.min(waitMs * 2, WAIT_MS_MAX);
      show(
        `${describe(input, progress)}; up to ${windowOf(input)} are open at once; the next ones wait until some end`,
      );
      await sleep(waitMs, { summary: 'wait for a place in the window' });
    }
  }
  show(describeFanOut(progress));
  return result();
}

function checkInput(args: unknown[]): void {
  requireInput<CrawlDueInput>('crawlDue', args, {
    scope: (scope) => typeof scope === 'string' && /^(all|[A-Z]{2})$/.test(scope),
    platform: orNone(isPlatform),
    intervalHours: (hours) => typeof hours === 'number' && hours >= 0 && hours <= INTERVAL_HOURS_MAX,
    ownIntervals: orNone(isFlag),
    priority: orNone(Number.isSafeInteger),
    images: orNone(isFlag),
    window: orNone((window) => isWithin(window, 1, Number.MAX_SAFE_INTEGER)),
    pageSize: orNone((size) => isWithin(size, 1, PAGE_SIZE_MAX)),
    spread: orNone(isSpread),
    progress: orNone(isProgress),
  });
}

function isSpread(spread: unknown): boolean {
  return hasFields<Spread>(spread, {
    batches: (batches) => isWithin(batches, 1, BATCHES_MAX),
    overHours: (hours) => typeof hours === 'number' && hours > 0 && hours <= SPREAD_HOURS_MAX,
  });
}

/** Whether a value has the form of the progress that this workflow passes to its next run. */
function isProgress(progress: unknown): boolean {
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
  return hasFields<CrawlDueProgress>(progress, {
    afterId: isCount,
    started: isCount,
    alreadyRunning: isCount,
    beganAt: isTime,
    dueBefore: isTime,
    lastStartedAt: (at) => at === null || isTime(at),
    batchEnds: (ends) => ends === undefined || (Array.isArray(ends) && ends.every(isCount)),
    batch: isCount,
  });
}

/** Sets the search attributes of a fan-out that a person started by hand; a program sets them when it starts one. */
function showInSearch({ scope, platform }: CrawlDueInput): void {
  if (workflowInfo().typedSearchAttributes.get(ROLE) !== undefined) return;
  upsertSearchAttributes([
    { key: ROLE, value: 'payload_fetch' },
    ...(platform === undefined ? [] : [{ key: PLATFORM, value: platform }]),
    ...(scope === 'all' ? [] : [{ key: STATE_CODE, value: scope }]),
  ]);
}

function begin({ intervalHours }: CrawlDueInput): CrawlDueProgress {
  const nowMs = Date.now();
  return {
    afterId: 0,
    started: 0,
    alreadyRunning: 0,
    beganAt: new Date(nowMs).toISOString(),
    dueBefore: new Date(nowMs - intervalHours * 3_600_000).toISOString(),
    lastStartedAt: null,
    batch: 0,
  };
}

async function divide(input: CrawlDueInput, progress: CrawlDueProgress, spread: Spread): Promise<number[]> {
  const { divideDue } = fanOutActivities(`${scopeOf(input)}: divide what is due into ${spread.batches}`);
  return divideDue({ ...dueOf(input, progress), batches: spread.batches });
}

async function untilBatchBegins({ spread }: CrawlDueInput, progress: CrawlDueProgress): Promise<void> {
  if (spread === undefined) return;
  const waitMs = batchBeginsAt(progress.beganAt, spread, progress.batch) - Date.now();
  if (waitMs > 0) await sleep(waitMs, { summary: `wait for ${batchOf(progress)}` });
}

async function startPage(input: CrawlDueInput, progress: CrawlDueProgress): Promise<StartedPage> {
  const { startDueCrawls } = fanOutActivities(`${scopeOf(input)}: start what is due`);
  return startDueCrawls({
    ...dueOf(input, progress),
    afterId: progress.afterId,
    untilId: progress.batchEnds?.[progress.batch],
    priority: input.priority ?? SCHEDULED_PRIORITY,
    images: input.images,
    pageSize: input.pageSize ?? PAGE_SIZE_MAX,
    window: windowOf(input),
    fanOut: workflowInfo().firstExecutionRunId,
    startedBefore: progress.started,
    lastStartedAt: progress.lastStartedAt,
  });
}

function dueOf(input: CrawlDueInput, { dueBefore, beganAt }: CrawlDueProgress) {
  const { scope, platform, intervalHours, ownIntervals } = input;
  const countsOwn = intervalHours > 0 && ownIntervals !== false;
  return { scope, platform, dueBefore, ownIntervalsAsOf: countsOwn ? beganAt : undefined };
}

function windowOf({ window }: CrawlDueInput): number {
  return window ?? DEFAULT_WINDOW;
}

function scopeOf({ scope, platform }: CrawlDueInput): string {
  return platform === undefined ? `scope ${scope}` : `${platform}, scope ${scope}`;
}

function batchOf({ batch, batchEnds }: CrawlDueProgress): string {
  return `batch ${batch + 1} of ${batchEnds?.length ?? 1}`;
}

function describe({ spread }: CrawlDueInput, progress: CrawlDueProgress): string {
  const { batch, batchEnds } = progress;
  const text =
    progress.started + progress.alreadyRunning === 0 ? 'no chain started yet' : describeFanOut(progress);
  if (spread === undefined || batchEnds === undefined || batch >= batchEnds.length) return text;
  const beginsAt = new Date(batchBeginsAt(progress.beganAt, spread, batch)).toISOString();
  return `${text}; ${batchOf(progress)}, from ${beginsAt}`;
}
