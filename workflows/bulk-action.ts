import {
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  ContinueAsNew,
  isCancellation,
  rootCause,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { BulkPageInput } from '../activities/act-on-runs.ts';
import type { BulkEnd } from '../activities/record-bulk-end.ts';
import {
  BULK_PAGE_MAX,
  noCounts,
  reportOf,
  type BulkActionInput,
  type BulkCounts,
  type BulkProgress,
  type BulkReport,
} from '../domain/bulk-action.ts';
import { JOB_ID } from '../domain/job.ts';
import { BULK_ACTION } from '../domain/role-workflows.ts';
import { bulkActionId } from '../temporal-config/workflow-ids.ts';
import { bookkeepingActivities, bulkActivities } from './activity-proxies.ts';
import { checkBulkInput } from './check-bulk-input.ts';
import { followCurrentVersion } from './follow-current-version.ts';
import { bulkProgressQuery } from './messages.ts';
import { requireId } from './require-input.ts';

/**
 * Pages before the workflow continues as new. A page adds seven events and at most some tens of kilobytes of counts and names to
 * the history.
 */
const PAGES_PER_RUN = 50;

// A bulk action over many runs takes hours, so it is not pinned to the version it started on. It must therefore replay on later
// versions.
followCurrentVersion(bulkAction);

/**
 * Applies one action to all tasks or jobs that match a filter, page by page, oldest first. Leaves out those created after the
 * workflow started. The workflow id is `bulk/<id>`. A cancelled bulk action stops where it is and reports what it has done.
 */
export async function bulkAction(input: BulkActionInput, ...more: unknown[]): Promise<BulkReport> {
  checkBulkInput([input, ...more]);
  const { workflowId, startTime } = workflowInfo();
  const id = workflowId.startsWith(BULK_ACTION.idPrefix) ? workflowId.slice(BULK_ACTION.idPrefix.length) : '';
  requireId('bulkAction', bulkActionId(JOB_ID.test(id) ? id : '<id>'));
  const progress = input.progress ?? { before: startTime.toISOString(), after: null, counts: noCounts() };
  const report = (): BulkReport => reportOf(input, progress.counts);
  setHandler(bulkProgressQuery, report);
  try {
    await goThrough(input, progress);
    await recordEnd(input, { report: report(), status: 'completed', error: null });
    return report();
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    const isCancelled = isCancellation(error);
    const status = isCancelled ? 'cancelled' : 'failed';
    const text = isCancelled ? null : (rootCause(error) ?? String(error));
    const end = { report: report(), status, error: text } as const;
    progress.counts = await CancellationScope.nonCancellable(() => recordEnd(input, end));
    setCurrentDetails(text ?? `It was cancelled: ${report().summary}.`);
    throw isCancelled ? new CancelledFailure(`It was cancelled: ${report().summary}.`) : error;
  }
}

async function goThrough(input: BulkActionInput, progress: BulkProgress): Promise<void> {
  const { action, of } = input;
  const show = () => setCurrentDetails(reportOf(input, progress.counts).summary);
  show();
  progress.counts.matched ??= await bulkActivities(`count the ${of}`).countTargets(pageOf(input, progress));
  for (let pages = 0; ; pages += 1) {
    show();
    if (pages === PAGES_PER_RUN || workflowInfo().continueAsNewSuggested)
      await continueAsNew<(input: BulkActionInput) => Promise<BulkReport>>({ ...input, progress });
    const page = await bulkActivities(`${action} ${of}`).actOnPage(pageOf(input, progress));
    progress.after = page.after;
    progress.counts = page.counts;
    if (page.isLast) return show();
    // An activity that ends early because of a cancellation returns its counts instead of throwing.
    if (CancellationScope.current().consideredCancelled)
      throw new CancelledFailure('cancelled between two pages');
  }
}

function pageOf(input: BulkActionInput, progress: BulkProgress): BulkPageInput {
  const { firstExecutionRunId: firstRunId } = workflowInfo();
  return { ...input, progress, pageSize: input.pageSize ?? BULK_PAGE_MAX, firstRunId };
}

async function recordEnd(
  { requestedBy }: BulkActionInput,
  end: Omit<BulkEnd, 'firstRunId' | 'requestedBy'>,
): Promise<BulkCounts> {
  const { firstExecutionRunId: firstRunId } = workflowInfo();
  // An activity on a worker of the previous version returns nothing.
  const report: BulkReport | null = await bookkeepingActivities(`record: ${end.status}`).recordBulkEnd({
    ...end,
    firstRunId,
    ...(requestedBy === undefined ? {} : { requestedBy }),
  });
  const { matched, done, skipped, failed } = report ?? end.report;
  return { matched, done, skipped, failed };
}
