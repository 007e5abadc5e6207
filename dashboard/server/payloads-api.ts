import type { components, paths } from '../../api-client/api-types.ts';
import { answerOf, type Answered } from '../../api-client/answer-of.ts';
import { api } from './api.ts';

/** A payload with its store, and the menu of it that is in the catalog now. */
export type PayloadDetail = components['schemas']['PayloadDetail'];
export type PayloadDiff = components['schemas']['PayloadDiff'];
export type PayloadFields = components['schemas']['PayloadFields'];
export type PayloadMisses = components['schemas']['PayloadMisses'];
export type QuarantinePage =
  paths['/api/payloads/quarantine']['get']['responses'][200]['content']['application/json'];
/** What a person decides here, always with a reason. */
export type PayloadDecision = Pick<components['schemas']['DecisionRequest'], 'decision'> & { reason: string };

/** What a decision has led to. */
export interface MadeDecision {
  /** The task that ingests the payload; null: it is rejected, or was confirmed and ingested before. */
  taskId: string | null;
  /** Who had confirmed it before, and when; null: nobody. */
  before: { by: string; at: string } | null;
  /** Earlier payloads of the store that were decided with it. */
  settled: components['schemas']['Decision']['settled'];
}

/** A page of the payloads that wait for a decision. @param store whose alone; undefined: all @throws ApiProblem */
export const listQuarantine = (cursor: string | null, store: number | undefined): Promise<QuarantinePage> => {
  const query = {
    ...(cursor === null ? {} : { cursor }),
    ...(store === undefined ? {} : { dispensary_id: store }),
  };
  return answerOf(
    api.GET('/api/payloads/quarantine', { params: { query } }) as Promise<Answered<QuarantinePage>>,
  );
};

/** What is known of a payload. @throws ApiProblem */
export const readPayload = (id: number): Promise<PayloadDetail> =>
  answerOf(api.GET('/api/payloads/{id}', { params: { path: { id } } }));

/** What changed from one payload of a store to another. @param query.from the one before `to`, unless told @throws ApiProblem */
export const diffPayloads = (
  dispensaryId: number,
  query: { from?: number; to: number },
): Promise<PayloadDiff> =>
  answerOf(
    api.GET('/api/payloads/store/{dispensaryId}/diff', {
      params: { path: { dispensaryId }, query },
    }) as Promise<Answered<PayloadDiff>>,
  );

/** What a payload would count as missed if it went in now. @throws ApiProblem */
export const readMisses = (id: number): Promise<PayloadMisses> =>
  answerOf(api.GET('/api/payloads/{id}/misses', { params: { path: { id } } }));

/** Which fields a payload has no more, or anew, since the last one before that is believed. @throws ApiProblem */
export const readFields = (id: number): Promise<PayloadFields> =>
  answerOf(api.GET('/api/payloads/{id}/fields', { params: { path: { id } } }));

/**
 * Decides a payload of the quarantine.
 * @param idempotencyKey the same for each attempt to send it
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
