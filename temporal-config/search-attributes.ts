import { defineSearchAttributeKey } from '@temporalio/common';

/**
 * Search attributes of all workflows, set at the start; `Outcome` is set once, at the end. SQL visibility has ten keyword columns
 * and writes an index entry for each, so no loop updates an attribute.
 */
export const ROLE = defineSearchAttributeKey('Role', 'KEYWORD');
export const PLATFORM = defineSearchAttributeKey('Platform', 'KEYWORD');
export const DISPENSARY_ID = defineSearchAttributeKey('DispensaryId', 'KEYWORD');
export const STATE_CODE = defineSearchAttributeKey('StateCode', 'KEYWORD');
/** Set on the chains of a fan-out: the id of the fan-out's first run. The fan-out counts its open chains by this attribute. */
export const FAN_OUT = defineSearchAttributeKey('FanOut', 'KEYWORD');
/** The registered type of a generic job, and its account. */
export const JOB_TYPE = defineSearchAttributeKey('JobType', 'KEYWORD');
export const ACCOUNT = defineSearchAttributeKey('Account', 'KEYWORD');
export const OUTCOME = defineSearchAttributeKey('Outcome', 'KEYWORD');

/** The search attributes that a namespace must have registered. */
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
