import { answerOf } from '../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../api-client/create-api-client.ts';
import { onlyOne } from '../find-dispensary.ts';

/**
 * The dispensary that a person means by an id or a slug, from the API.
 * @throws ApiProblem when there is none, with slugs that are near
 * @throws CommandRefused when the slug is that of several
 */
export async function findApiDispensary(api: ApiClient, name: string): Promise<Schemas['Dispensary']> {
  const path = { name };
  const { items } = await answerOf(api.GET('/api/dispensaries/named/{name}', { params: { path } }));
  return onlyOne(name, items);
}
