import type { OptionalTime, Time } from './column-types.ts';

/** Which task of a store is at work. */
export interface StoreLocksTable {
  dispensary_id: number;
  workflow_id: string;
  workflow_run_id: string;
  fence: number;
  since: Time;
  begun_at: OptionalTime;
}

/** Who waits for the end of another task of a store. */
export interface StoreWaitersTable {
  dispensary_id: number;
  workflow_id: string;
  workflow_run_id: string;
  waits_for: 'store' | 'chain';
  priority_key: number;
  asked_at: Time;
}
