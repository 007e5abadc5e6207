import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { newIdempotencyKey } from '../../../api-client/change-headers.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatAdded } from './format-added.ts';

/** Adds a store by the URL of its menu. */
export async function addDispensary(
  url: string,
  { crawl, json }: { crawl: boolean; json?: true },
  command: Command,
): Promise<void> {
  const header = { 'Idempotency-Key': newIdempotencyKey() };
  const added = await withApi(command, (api) =>
    answerOf(api.POST('/api/dispensaries', { params: { header }, body: { menu_url: url, crawl } })),
  );
  answer(added, { json }, formatAdded);
}
