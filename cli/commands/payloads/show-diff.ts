import type { Command } from 'commander';
import { answerOf, type Answered } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatDiff } from './format-diff.ts';

/** The ids of the earlier and the later payload. */
interface PayloadPair {
  from: number;
  to: number;
}

/** Shows what changed between two payloads of a dispensary. */
export async function showDiff(pair: PayloadPair, isJson: boolean, command: Command): Promise<void> {
  await show(command, isJson, async (api) => {
    const path = { id: pair.to };
    const { dispensary_id: dispensaryId } = await answerOf(
      api.GET('/api/payloads/{id}', { params: { path } }),
    );
    return readDiff(api, dispensaryId, pair);
  });
}

/** Shows what changed between the last two payloads of a dispensary. @param dispensary its id or slug */
export async function showLastDiff(dispensary: string, isJson: boolean, command: Command): Promise<void> {
  await show(command, isJson, async (api) => readDiff(api, (await findApiDispensary(api, dispensary)).id));
}

function readDiff(
  api: ApiClient,
  dispensaryId: number,
  query: Partial<PayloadPair> = {},
): Promise<Schemas['PayloadDiff']> {
  return answerOf(
    // The client's types leave out fields that are always null.
    api.GET('/api/payloads/store/{dispensaryId}/diff', {
      params: { path: { dispensaryId }, query },
    }) as Promise<Answered<Schemas['PayloadDiff']>>,
  );
}

async function show(
  command: Command,
  isJson: boolean,
  read: (api: ApiClient) => Promise<Schemas['PayloadDiff']>,
): Promise<void> {
  const found = await withApi(command, read);
  answer(found, { json: isJson }, formatDiff);
}
