import type { Db } from '../db/connect.ts';
import { editJob } from '../db/queries/edit-job.ts';
import { EDITED_FIELDS, type NotEditable } from '../domain/job-edit.ts';
import { currentJob, type JobTask } from '../stages/current-job.ts';

/** An edit of the calling job. */
export interface RecordedJobEdit {
  /** The job as edited. */
  task: JobTask;
  /** The job before the edit. */
  earlier: JobTask;
  requestedBy?: string | undefined;
  reason?: string | undefined;
}

/** Creates the activity that records an edit of a job. */
export function createRecordJobEditActivities({ db }: { db: Db }) {
  return {
    /** Records an edit of the calling job, unless one of its attempts has begun. */
    async recordJobEdit({
      task,
      earlier,
      requestedBy,
      reason,
    }: RecordedJobEdit): Promise<'edited' | NotEditable> {
      return editJob(
        db,
        { ...currentJob(task), edits: task.edits ?? 0 },
        { actor: requestedBy ?? null, reason: reason ?? null, fields: editedFields(task, earlier) },
      );
    },
  };
}

function editedFields(task: JobTask, earlier: JobTask): string[] {
  const names = Object.keys(EDITED_FIELDS) as (keyof typeof EDITED_FIELDS)[];
  return names
    .filter((name) => JSON.stringify(task[name]) !== JSON.stringify(earlier[name]))
    .map((name) => EDITED_FIELDS[name]);
}
