import { TASK_VALUES } from '../../../api-client/api-values.ts';
import type { NewTask, NewWork } from '../../server/start-work.ts';

/** The kinds of work that can be started, in the order in which the form offers them. */
export const KINDS = [
  { kind: 'payload_fetch', title: 'Crawl a dispensary', fields: ['dispensary', 'scheduledFor'] },
  {
    kind: 'resync',
    title: 'Crawl all dispensaries of a state, spread over a day',
    fields: ['state', 'platform'],
  },
  {
    kind: 'store_discovery',
    title: 'Look for dispensaries',
    fields: ['state', 'city', 'platform', 'scheduledFor'],
  },
  {
    kind: 'entry_point_discovery',
    title: "Find a dispensary's id at its platform",
    fields: ['dispensary', 'scheduledFor'],
  },
  { kind: 'product_refresh', title: 'Ingest a stored payload again', fields: ['payload', 'scheduledFor'] },
  { kind: 'analytics_refresh', title: 'Refresh the analytics', fields: ['scheduledFor'] },
  { kind: 'proxy_probe', title: 'Test proxies whose rest is over', fields: ['scheduledFor'] },
  { kind: 'storage_sweep', title: 'Delete files that have expired', fields: ['scheduledFor'] },
] as const;

type Kind = (typeof KINDS)[number]['kind'];

/** The raw values of the form's fields; empty: not filled in. */
export interface WorkForm {
  kind: Kind;
  /** An id, optionally followed by a label: `12: Desert Bloom, Phoenix`. */
  dispensary: string;
  state: string;
  city: string;
  platform: string;
  payload: string;
  priority: string;
  /** In the format of `datetime-local`, in the browser's time zone. */
  scheduledFor: string;
}

type Field = Exclude<keyof WorkForm, 'kind'>;

/** Whether a kind of work has a field; every kind has a priority. */
export function hasField({ kind }: Pick<WorkForm, 'kind'>, field: Field): boolean {
  if (field === 'priority') return true;
  const fields: readonly string[] = KINDS.find((one) => one.kind === kind)?.fields ?? [];
  return fields.includes(field);
}

/**
 * Returns the id of a dispensary that is typed alone or before its name: `12` or `12: 420 Kings`; null for part of a name, such
 * as `420 Ki`.
 */
export function dispensaryOf(typed: string): number | null {
  const number = /^(\d{1,15})(?=$|:)/.exec(typed.trim())?.[1];
  return number === undefined ? null : Number(number);
}

/** Parses the form. @returns the work to start, or a message that says what is wrong */
export function readWork(form: WorkForm): NewWork | string {
  const text = (field: Field): string => (hasField(form, field) ? form[field].trim() : '');
  const dispensary = dispensaryOf(text('dispensary'));
  const payload = text('payload');
  const state = text('state').toUpperCase();
  const priority = text('priority');
  const platform = TASK_VALUES.platform.find((name) => name === text('platform'));
  if (hasField(form, 'dispensary') && dispensary === null)
    return 'Which dispensary? Choose one of the suggestions, or type its number.';
  if (hasField(form, 'payload') && !/^\d+$/.test(payload)) return 'Which payload? Type its number.';
  if (hasField(form, 'state') && !/^[A-Z]{2}$/.test(state)) return 'Which state? Type its two letters.';
  if (priority !== '' && !/^-?\d+$/.test(priority)) return 'The priority has to be a whole number.';
  const wished = {
    ...(priority === '' ? {} : { priority: Number(priority) }),
    ...(platform === undefined ? {} : { platform }),
  };
  if (form.kind === 'resync') return { resync: { batches_per_day: 6, state_code: state, ...wished } };
  const at = text('scheduledFor');
  const task = {
    role: form.kind,
    ...(dispensary === null ? {} : { dispensary_id: dispensary }),
    ...(payload === '' ? {} : { payload: { payload_id: Number(payload) } }),
    ...(state === '' ? {} : { state_code: state }),
    ...(text('city') === '' ? {} : { city: text('city') }),
    ...(at === '' ? {} : { scheduled_for: new Date(at).toISOString() }),
    ...wished,
  };
  // The cast is safe: `KINDS` defines the fields of each role, and the API validates them again.
  return { task: task as NewTask };
}
