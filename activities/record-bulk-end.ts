import type { Db } from '../db/connect.ts';
import { closeBulkAction } from '../db/queries/bulk-actions.ts';
import type { BulkActionInput, BulkReport } from '../domain/bulk-action.ts';
import { currentBulkAction } from '../stages/current-bulk-action.ts';

/** How a bulk action ended. */
export interface BulkEnd extends Pick<BulkActionInput, 'requestedBy'> {
  firstRunId: string;
  report: BulkReport;
  status: 'completed' | 'failed' | 'cancelled';
  /** Why it failed; null when it completed or was cancelled. */
  error: string | null;
}

/** Creates the activities that record how a bulk action ended. */
export function createRecordBulkEndActivities({ db }: { db: Db }) {
  return {
    /** Closes the calling bulk action in the ledger. @returns what it has done */
    async recordBulkEnd(end: BulkEnd): Promise<BulkReport> {
      return closeBulkAction(db, currentBulkAction(end), end);
    },
  };
}
