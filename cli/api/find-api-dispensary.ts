import { answerOf, ApiProblem } from '../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../api-client/create-api-client.ts';
import { withoutControls } from '../../domain/without-controls.ts';
import { CommandRefused } from '../command-refused.ts';

/**
 * Finds a dispensary by its id or slug.
 * @param takes what the call accepts, for the message
 * @throws CommandRefused if there is no such dispensary (the message lists similar slugs), or if several have the slug
 */
export async function findApiDispensary(
  api: ApiClient,
  name: string,
  takes = 'an id or a slug of `dispensaries list`',
): Promise<Schemas['Dispensary']> {
  try {
    const path = { name };
    const { items } = await answerOf(api.GET('/api/dispensaries/named/{name}', { params: { path } }));
    return onlyOne(name, items);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    throw new CommandRefused(`${withoutControls(error.message)} It takes ${takes}.`, { cause: error });
  }
}

/** Returns the only dispensary with a slug. @throws CommandRefused unless exactly one dispensary has the slug */
function onlyOne(slug: string, found: readonly Schemas['Dispensary'][]): Schemas['Dispensary'] {
  const [dispensary] = found;
  if (dispensary !== undefined && found.length === 1) return dispensary;
  const several = found.map(({ id, name, platform }) => `${id} (${name}, ${platform})`).join(', ');
  throw new CommandRefused(
    `${JSON.stringify(slug)} is the slug of ${found.length} dispensaries: ${withoutControls(several)}. Give the id.`,
  );
}
