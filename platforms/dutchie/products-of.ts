import { isRecord } from '../read-fields.ts';

/** The operations whose answers contain a list of products, all in the same form. */
const OPERATIONS = ['filteredProducts', 'getPersonalizedProducts'];

/** Returns the products of a captured GraphQL answer; null when it is another kind of answer or has no products. */
export function productsOf(body: unknown): readonly unknown[] | null {
  const data = isRecord(body) ? body['data'] : null;
  if (!isRecord(data)) return null;
  for (const operation of OPERATIONS) {
    const answer = data[operation];
    if (isRecord(answer) && Array.isArray(answer['products'])) return answer['products'];
  }
  return null;
}
