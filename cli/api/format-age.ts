import type { Schemas } from '../../api-client/create-api-client.ts';

/** What to say on standard error of an answer from a ledger that is not level with Temporal; empty: it is. */
export function formatAge({ as_of: asOf, stale }: Pick<Schemas['TaskCounts'], 'as_of' | 'stale'>): string {
  if (!stale) return '';
  const known = asOf === null ? 'what the ledger has' : `how it was at ${asOf}`;
  return `This is ${known}: Temporal does not answer, or no process follows it.\n`;
}
