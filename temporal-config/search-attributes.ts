import { defineSearchAttributeKey } from '@temporalio/common';

/**
 * Search attributes of all workflows, set at the start; `Outcome` once at the end. SQL visibility has ten keyword
 * columns and writes an index entry for each, so nothing is updated in loops.
 */
export const ROLE = defineSearchAttributeKey('Role', 'KEYWORD');
export const PLATFORM = defineSearchAttributeKey('Platform', 'KEYWORD');
export const DISPENSARY_ID = defineSearchAttributeKey('DispensaryId', 'KEYWORD');
export const STATE_CODE = defineSearchAttributeKey('StateCode', 'KEYWORD');
/** On the chains of a fan-out: the id of its first run. Its window is counted by it. */
export const FAN_OUT = defineSearchAttributeKey('FanOut', 'KEYWORD');
/** The registered type of a generic job, and for whom it is. */
export const JOB_TYPE = defineSearchAttributeKey('JobType', 'KEYWORD');
export const ACCOUNT = defineSearchAttributeKey('Account', 'KEYWORD');
export const OUTCOME = defineSearchAttributeKey('Outcome', 'KEYWORD');

/** What a namespace must have registered. */
export const SEARCH_ATTRIBUTES = [
  ROLE,
  PLATFORM,
  DISPENSARY_ID,
  STATE_CODE,
  FAN_OUT,
  JOB_TYPE,
  ACCOUNT,
  OUTCOME,
];
