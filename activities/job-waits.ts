import { activityInfo } from '@temporalio/activity';
import {
  findOpenCycle,
  listDependencies,
  noteDependencies,
  noteDependencyEnds,
} from '../db/queries/job-dependencies.ts';
import type { JobRunName } from '../db/queries/job-runs.ts';
import { findSilentHolders, requestTurn } from '../db/queries/job-turns.ts';
import {
  summarizeDependencies,
  type DependencyEnd,
  type DependencyNews,
} from '../domain/job-dependencies.ts';
import { describeTurnWait } from '../domain/job-turns.ts';
import { currentJob, type JobTask } from '../stages/current-job.ts';
import { passTurnOn, wakeGranted, type JobWaitTools } from '../stages/pass-job-on.ts';
import { JOB_PREFIX } from '../temporal-config/workflow-ids.ts';

interface Tools extends JobWaitTools {
  /** How a job's newest run has ended; null: it is open. */
  findJobEnd: (id: string) => Promise<DependencyEnd | null>;
  /** Whether a run of a job has ended; one that was reset goes on. */
  hasRunEnded: (run: Pick<JobRunName, 'id' | 'workflowRunId'>) => Promise<boolean>;
}

/** Creates the activities for jobs that wait for others. */
export function createJobWaitActivities(tools: Tools) {
  const { db, findJobEnd, hasRunEnded, platformLimits } = tools;
  return {
    /**
     * Requests the turn of its platform and account for the calling job, or finds out whether it has got it.
     * @param checks whether to find jobs that ended without passing their turn on
     * @returns what the job waits for, in words; null: it has its turn
     */
    async requestTurn({ task, checks }: { task: JobTask; checks: boolean }): Promise<string | null> {
      const run = currentJob(task);
      if (checks)
        for (const holder of await findSilentHolders(db, run))
          if (holder.id !== run.id && (await hasRunEnded(holder))) await passTurnOn(tools, holder);
      const { granted, waitsFor } = await requestTurn(db, run, platformLimits);
      await wakeGranted(
        tools,
        granted.filter(({ id }) => id !== run.id),
      );
      return waitsFor === null ? null : describeTurnWait(waitsFor);
    },

    /** Gives up the turn of the calling job, or its place among those that wait for one. */
    async giveUpTurn({ task }: { task: JobTask }): Promise<void> {
      await passTurnOn(tools, currentJob(task));
    },

    /** Returns how the jobs ended that the calling job depends on, and has it woken when one of the others ends. */
    async checkDependencies({ dependsOn }: { dependsOn: string[] }): Promise<DependencyNews> {
      const { workflowId = '', runId: workflowRunId = '' } = activityInfo().workflowExecution ?? {};
      const run = { id: workflowId.slice(JOB_PREFIX.length), workflowRunId };
      // Recorded before the check, so that a job that ends in between wakes this one.
      await noteDependencies(db, run, dependsOn);
      const all = await listDependencies(db, run);
      const ended = [];
      for (const one of all.filter(({ isAwaited }) => isAwaited)) {
        one.endedAs = one.id === run.id ? null : await findJobEnd(one.id);
        if (one.endedAs !== null) ended.push(one);
      }
      await noteDependencyEnds(db, run, ended);
      const open = all.filter(({ endedAs }) => endedAs === null).map(({ id }) => id);
      const isOpen = async (id: string): Promise<boolean> => (await findJobEnd(id)) === null;
      return summarizeDependencies(all, await findOpenCycle(db, { id: run.id, dependsOn: open }, isOpen));
    },
  };
}
