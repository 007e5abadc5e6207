import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { newIdempotencyKey } from '../../../api-client/change-headers.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatAdded } from '../dispensaries/format-added.ts';

/** Adds a store that discovery left out as a dispensary. */
export async function admitLocation(
  id: number,
  { crawl, json }: { crawl: boolean; json?: true },
  command: Command,
): Promise<void> {
  const header = { 'Idempotency-Key': newIdempotencyKey() };
  const admitted = await withApi(command, (api) =>
    answerOf(api.POST('/api/locations/{id}/admit', { params: { path: { id }, header }, body: { crawl } })),
  );
  answer(admitted, { json }, formatAdded);
}
