import type { components, paths } from '../../api-client/api-types.ts';
import { answerOf, type Answered } from '../../api-client/answer-of.ts';
import { api } from './api.ts';

/** A payload with its store and the store's menu in the catalog. */
export type PayloadDetail = components['schemas']['PayloadDetail'];
export type PayloadDiff = components['schemas']['PayloadDiff'];
export type PayloadFields = components['schemas']['PayloadFields'];
export type PayloadMisses = components['schemas']['PayloadMisses'];
export type QuarantinePage =
  paths['/api/payloads/quarantine']['get']['responses'][200]['content']['application/json'];
/** A person's decision; a reason is required. */
export type PayloadDecision = Pick<components['schemas']['DecisionRequest'], 'decision'> & { reason: string };

/** The result of a decision. */
export interface MadeDecision {
  /** The task that ingests the payload; null: the payload is rejected, or was already confirmed and ingested. */
  taskId: string | null;
  /** Who had already confirmed the payload, and when; null: nobody. */
  before: { by: string; at: string } | null;
  /** Earlier payloads of the store that this decision settled. */
  settled: components['schemas']['Decision']['settled'];
}

/**
 * Reads a page of the payloads that wait for a decision.
 * @param store only payloads of this store; undefined: all
 * @throws ApiProblem
 */
export const listQuarantine = (cursor: string | null, store: number | undefined): Promise<QuarantinePage> => {
  const query = {
    ...(cursor === null ? {} : { cursor }),
    ...(store === undefined ? {} : { dispensary_id: store }),
  };
  return answerOf(
    api.GET('/api/payloads/quarantine', { params: { query } }) as Promise<Answered<QuarantinePage>>,
  );
};

/** Rejected menus older than this are left out. */
const REJECTED_DAYS = 14;

/** A page of payloads. */
type PayloadList = paths['/api/payloads']['get']['responses'][200]['content']['application/json'];

/** Lists rejected payloads of crawled stores whose menu in the catalog is older, the newest first, 500 at most. @throws ApiProblem */
export async function listRejected(): Promise<PayloadList['items']> {
  const since = new Date(Date.now() - REJECTED_DAYS * 86_400_000).toISOString();
  const query = { verdict: 'rejected', unreplaced: 'true', since, limit: 500 } as const;
  const page = await answerOf(
    api.GET('/api/payloads', { params: { query } }) as Promise<Answered<PayloadList>>,
  );
  return page.items;
}

/** Reads a payload. @throws ApiProblem */
export const readPayload = (id: number): Promise<PayloadDetail> =>
  answerOf(api.GET('/api/payloads/{id}', { params: { path: { id } } }));

/** Compares two payloads of a store. @param query.from default: the payload before `to` @throws ApiProblem */
export const diffPayloads = (
  dispensaryId: number,
  query: { from?: number; to: number },
): Promise<PayloadDiff> =>
  answerOf(
    api.GET('/api/payloads/store/{dispensaryId}/diff', {
      params: { path: { dispensaryId }, query },
    }) as Promise<Answered<PayloadDiff>>,
  );

/** Reads which products would count as missed if a payload were ingested now. @throws ApiProblem */
export const readMisses = (id: number): Promise<PayloadMisses> =>
  answerOf(api.GET('/api/payloads/{id}/misses', { params: { path: { id } } }));

/** Reads which fields of a payload vanished or appeared since the last believed payload before it. @throws ApiProblem */
export const readFields = (id: number): Promise<PayloadFields> =>
  answerOf(api.GET('/api/payloads/{id}/fields', { params: { path: { id } } }));

/**
 * Decides a quarantined payload.
 * @param idempotencyKey must stay the same for each attempt to send the request
 * @throws ApiProblem
 */
export async function decidePayload(
  id: number,
  body: PayloadDecision,
  idempotencyKey: string,
): Promise<MadeDecision> {
  const { payload, task, settled } = await answerOf(
    api.POST('/api/payloads/{id}/decision', {
      params: { path: { id } },
      body,
      headers: { 'Idempotency-Key': idempotencyKey },
    }),
  );
  const { decided_by: by, decided_at: at } = payload;
  const isBefore = body.decision === 'confirm' && task === null && by !== null && at !== null;
  return { taskId: task?.task_id ?? null, before: isBefore ? { by, at } : null, settled };
}
