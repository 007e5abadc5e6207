import type { OptionalTime, Time } from './column-types.ts';

/** The task that holds a store. */
export interface StoreLocksTable {
  dispensary_id: number;
  workflow_id: string;
  workflow_run_id: string;
  fence: number;
  since: Time;
  begun_at: OptionalTime;
}

/** The tasks that wait for another task of a store to end. */
export interface StoreWaitersTable {
  dispensary_id: number;
  workflow_id: string;
  workflow_run_id: string;
  waits_for: 'store' | 'chain';
  priority_key: number;
  asked_at: Time;
}
