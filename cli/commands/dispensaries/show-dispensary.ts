import type { Command } from 'commander';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatDispensary } from './format-dispensaries.ts';

/** Shows one dispensary. @param name its id or slug */
export async function showDispensary(
  name: string,
  options: { json?: true },
  command: Command,
): Promise<void> {
  const dispensary = await withApi(command, (api) => findApiDispensary(api, name));
  answer(dispensary, options, formatDispensary);
}
