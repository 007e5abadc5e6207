import { isRecord } from '../read-fields.ts';

/** The operations whose answers hold a list of products, all in one form. */
const OPERATIONS = ['filteredProducts', 'getPersonalizedProducts'];

/** The products of a captured GraphQL answer; null when it is none, or holds none. */
export function productsOf(body: unknown): readonly unknown[] | null {
  const data = isRecord(body) ? body['data'] : null;
  if (!isRecord(data)) return null;
  for (const operation of OPERATIONS) {
    const answer = data[operation];
    if (isRecord(answer) && Array.isArray(answer['products'])) return answer['products'];
  }
  return null;
}
