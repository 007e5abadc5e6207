import type { Client } from '@temporalio/client';
import type { ActingFor, ActOnRun, TargetRun } from '../activities/act-on-runs.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Db } from '../db/connect.ts';
import { loadDispensary } from '../db/queries/dispensaries.ts';
import {
  hasAsked,
  notePromotions,
  noteRequest,
  type Asking,
  type RequestKind,
} from '../db/queries/run-events.ts';
import { findNewestRun, findNextRun, type Run } from '../db/queries/runs.ts';
import type { Acted } from '../domain/bulk-action.ts';
import { AS_URGENT, RAN_AGAIN, SWITCHED_OFF, whyHopeless, whyNotStarted } from '../domain/bulk-skips.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { ROLE_WORKFLOWS, STARTER } from '../domain/role-workflows.ts';
import { isClosed } from '../domain/task.ts';
import { cancelNoted } from '../ledger/cancel-noted.ts';
import { deleteJobAndRuns } from '../ledger/delete-job.ts';
import { describeLedgerRun } from '../ledger/describe-ledger-run.ts';
import { noteJobStart, startNoted } from '../ledger/note-start.ts';
import { waitingRun } from '../reports/waiting-run.ts';
import { readJobDetail } from '../reports/job-detail.ts';
import { planAgain } from '../reports/plan-again.ts';
import { repeatJob } from '../reports/repeat-job.ts';
import { taskOf } from '../reports/task.ts';
import { callTemporal, TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import { startJob } from '../temporal-client/job-control.ts';
import { promoteCrawl } from '../temporal-client/promote-crawl.ts';
import { startJobNow } from '../temporal-client/start-job-now.ts';
import { readPlan } from '../temporal-client/steer-tasks.ts';
import { URGENT_PRIORITY } from '../temporal-config/priorities.ts';
import { JOB_PREFIX } from '../temporal-config/workflow-ids.ts';

interface Servers {
  db: Db;
  client: Client;
}

type Act = (servers: Servers, run: Run, bulk: ActingFor) => Promise<Acted>;

const DONE: Acted = { outcome: 'done' };
const skipped = (reason: string): Acted => ({ outcome: 'skipped', reason });

/**
 * Creates the function that applies a bulk action to one run, as a single command or request would. Applying it twice changes no
 * more than applying it once.
 */
export function createActOnRun(servers: Servers): ActOnRun {
  return async (target, bulk) => {
    try {
      return await act(servers, target, bulk);
    } catch (error) {
      // The activity's next attempt continues from here.
      if (error instanceof TemporalUnavailable || isDatabaseUnavailable(error)) throw error;
      return {
        outcome: 'failed',
        reason: scrubCredentials(error instanceof Error ? error.message : String(error)),
      };
    }
  };
}

async function act(servers: Servers, target: TargetRun, bulk: ActingFor): Promise<Acted> {
  const { run, isAway } = await describeLedgerRun(servers, target);
  if (isAway) throw new TemporalUnavailable('Temporal does not answer.');
  // A killed attempt of a deletion may have deleted it.
  if (run === null) return bulk.action === 'delete' ? DONE : skipped('it was deleted');
  return ACTS[bulk.action](servers, run, bulk);
}

const ACTS: Record<ActingFor['action'], Act> = { cancel, retry, start, delete: deleteRun };

async function cancel(servers: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  if (run.status === 'cancelled') return DONE;
  // Cancel an open run again: a recorded request does not prove that it reached Temporal.
  if (isClosed(run.status))
    return (await wasAsked(servers, run, { event: 'cancel_requested', bulk })) ? DONE : isOver(run);
  const reported = bulk.reason ?? 'cancelled by a bulk action';
  const isAsked = await cancelNoted(servers, run, { ...askingOf(bulk), terminationReason: reported });
  return isAsked ? DONE : skipped('it has ended in the meantime');
}

/** Whether this bulk action has already requested the event for a run, before its worker was killed. */
async function wasAsked(
  { db }: Servers,
  { id }: Run,
  { event, bulk }: { event: RequestKind; bulk: ActingFor },
): Promise<boolean> {
  return hasAsked(db, id, { event, by: bulk.workflowId });
}

function isOver({ status }: Run): Acted {
  return skipped(`it is now ${status}`);
}

function askingOf({ workflowId: by, requestedBy, reason }: ActingFor): Asking {
  return { actor: requestedBy ?? null, by, reason };
}

async function retry(servers: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  if (!isClosed(run.status)) return skipped('it is open again');
  const hopeless = whyHopeless(run, bulk.filter);
  if (hopeless !== null) return skipped(hopeless);
  // Look at the run right after this one, not at the newest: this bulk action may have retried a later run of the same
  // workflow, too.
  const next = await findNextRun(servers.db, run);
  if (next !== null) return (await isOurs(servers, next, bulk)) ? DONE : skipped(RAN_AGAIN);
  if (bulk.of === 'jobs') return retryJob(servers, run, bulk);
  if (run.type === ROLE_WORKFLOWS.payload_fetch && run.dispensaryId !== null) {
    const dispensary = await loadDispensary(servers.db, run.dispensaryId);
    if (dispensary?.crawlEnabled === false) return skipped(SWITCHED_OFF);
  }
  return retryTask(servers, run, bulk);
}

/** Whether this bulk action started a run. A killed attempt may not have recorded it in the ledger. */
async function isOurs(servers: Servers, found: Run, { workflowId }: ActingFor): Promise<boolean> {
  if (found.startedBy !== null) return found.startedBy === workflowId;
  const { run, isAway } = await describeLedgerRun(servers, found);
  if (isAway) throw new TemporalUnavailable('Temporal does not answer.');
  return run?.startedBy === workflowId;
}

/** Returns the requester, the reason, and a start id with which another attempt starts the same run instead of a second one. */
function startOf(run: Run, { workflowId, requestedBy, reason }: ActingFor) {
  const requested = { requestedBy: requestedBy ?? null, startedBy: workflowId, reason };
  return { requested, startId: `${workflowId}/${run.id}` };
}

const UNKNOWN = 'Temporal has deleted it, so its input is not known';

async function retryTask(servers: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  const known = await planAgain(servers, taskOf(run));
  if (known === null) return skipped(UNKNOWN);
  const { plan, ...wishes } = known;
  const { requested, startId } = startOf(run, bulk);
  const { outcome } = await startNoted(servers, plan, { startId, ...wishes, ...requested });
  return outcome === 'running' ? skipped('the same work is already open') : DONE;
}

async function retryJob(servers: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  const id = run.workflowId.slice(JOB_PREFIX.length);
  const detail = await readJobDetail(servers, id);
  const input = detail === null ? null : await repeatJob(servers, detail);
  if (input === null) return skipped(UNKNOWN);
  const { requested, startId } = startOf(run, bulk);
  const started = await callTemporal(servers.client, () =>
    startJob(servers.client, input, { id, startId, ...requested }),
  );
  if (!started.isNew) return skipped('the same work is already open');
  await noteJobStart(servers, started, { input, ...requested });
  return DONE;
}

async function deleteRun(servers: Servers, run: Run): Promise<Acted> {
  if (!isClosed(run.status) && run.status !== 'pending') return skipped('a worker has it; cancel it first');
  // All runs of a job are deleted with its newest.
  if ((await findNextRun(servers.db, run)) !== null) return skipped(RAN_AGAIN);
  const id = run.workflowId.slice(JOB_PREFIX.length);
  await deleteJobAndRuns(servers, id);
  return DONE;
}

async function start(servers: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  if (run.type === STARTER.type) return startWaiting(servers, run, bulk);
  const event = run.type === 'job' ? 'start_requested' : 'promoted';
  const isRepeated = await wasAsked(servers, run, { event, bulk });
  if (isRepeated && run.status !== 'pending') return DONE;
  if (isClosed(run.status)) return isOver(run);
  const why = whyNotStarted(waitingRun(run));
  // The same bulk action may have recorded the promotion without signalling the chain.
  if (why !== null && !(isRepeated && why === AS_URGENT)) return skipped(why);
  return run.type === 'job' ? startJobWaiting(servers, run, bulk) : promote(servers, run, bulk);
}

async function startJobWaiting({ db, client }: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  await noteRequest(db, run, { event: 'start_requested', ...askingOf(bulk) });
  const isTold = await callTemporal(client, () => startJobNow(client, run));
  return isTold ? DONE : skipped('it has ended in the meantime');
}

async function promote({ db, client }: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  await notePromotions(db, [run.workflowId], { priority: URGENT_PRIORITY, ...askingOf(bulk) });
  const handle = client.workflow.getHandle(run.workflowId, run.runId);
  await callTemporal(client, () => promoteCrawl(handle, URGENT_PRIORITY));
  return DONE;
}

/** Starts the work of a waiting starter now, then ends the starter: the server delivers no signal to it before its time. */
async function startWaiting(servers: Servers, run: Run, bulk: ActingFor): Promise<Acted> {
  const { client, db } = servers;
  const known = await callTemporal(client, () => readPlan(client, run));
  if (known === null) return skipped(UNKNOWN);
  const { plan, maxRetries } = known;
  if (isClosed(run.status)) {
    const newest = await findNewestRun(db, plan.start.workflowId);
    const isStarted = newest !== null && (await isOurs(servers, newest, bulk));
    return isStarted ? DONE : isOver(run);
  }
  const { requested, startId } = startOf(run, bulk);
  const { outcome } = await startNoted(servers, plan, { startId, maxRetries, ...requested });
  if (outcome === 'running') return skipped('the same work is already open');
  const reported = `It was started early by ${bulk.workflowId}.`;
  await cancelNoted(servers, run, { ...askingOf(bulk), terminationReason: reported });
  return DONE;
}
