import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf } from '../../api-client/answer-of.ts';
import type { ApiClient } from '../../api-client/create-api-client.ts';
import { momentOf } from '../output/format-time.ts';
import type { Waiting } from '../wait-for-work.ts';
import type { TaskDetail } from './follow-task.ts';
import { unlessAway } from './unless-away.ts';

/** A task that did not succeed, and the task that will do its work again. */
export type TriedTask = Pick<TaskDetail, 'id' | 'tried_again'>;

/** The ledger learns of the next try some seconds after the end of the task; after this time, the next try is left out. */
const SHOWN_WITHIN_MS = 10_000;

/** Reads the next try of a closed task, once the ledger has caught up with its end; at once if the API does not say when it ended. */
export async function readNextTry(
  api: ApiClient,
  { id, completed_at: endedAt }: Pick<TaskDetail, 'id' | 'completed_at'>,
  { signal, everyMs }: Pick<Waiting, 'signal' | 'everyMs'>,
): Promise<TaskDetail['tried_again']> {
  if (endedAt !== null) await untilLedgerHas(api, endedAt, { signal, everyMs });
  const read = api.GET('/api/tasks/{id}', { params: { path: { id } }, signal });
  const found = await unlessAway(answerOf(read), signal);
  return typeof found === 'string' ? null : found.tried_again;
}

async function untilLedgerHas(
  api: ApiClient,
  endedAt: string,
  { signal, everyMs }: Pick<Waiting, 'signal' | 'everyMs'>,
): Promise<void> {
  const giveUpAt = Date.now() + SHOWN_WITHIN_MS;
  const query = { limit: 1 };
  for (;;) {
    signal.throwIfAborted();
    const known = await unlessAway(answerOf(api.GET('/api/tasks', { params: { query }, signal })), signal);
    const asOf = typeof known === 'string' ? null : known.as_of;
    if ((asOf !== null && Date.parse(asOf) > Date.parse(endedAt)) || Date.now() > giveUpAt) return;
    await sleep(everyMs, undefined, { signal });
  }
}

/** Formats when a task is tried again, such as `2026-01-31T08:00:00Z, retry 1 of 3`; null: it is not. */
export function formatRetry({ tried_again: again }: Pick<TriedTask, 'tried_again'>): string | null {
  const at = momentOf(again?.at ?? null);
  if (at === null || again === null || again.retry === null) return at;
  const most = again.retries_max === null ? '' : ` of ${again.retries_max}`;
  return `${at}, retry ${again.retry}${most}`;
}

/** Formats when a task is tried again, and the command that shows more about the task. */
export function formatNextTry(task: TriedTask): string {
  const retry = formatRetry(task);
  const next = retry === null ? 'No next try is scheduled' : `Next try: ${retry}`;
  return `${next}; \`crawlchain tasks show ${task.id}\` shows more.`;
}
