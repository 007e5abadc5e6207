import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { formatProduct } from './format-product.ts';

/** Shows one product, and where it is sold. */
export async function showProduct(id: number, { json }: { json?: true }, command: Command): Promise<void> {
  const [product, store] = await withApi(command, async (api) => {
    const found = await answerOf(api.GET('/api/products/{id}', { params: { path: { id } } }));
    const path = { id: found.dispensary_id };
    return [found, await answerOf(api.GET('/api/dispensaries/{id}', { params: { path } }))] as const;
  });
  process.stdout.write(json === true ? `${JSON.stringify(product)}\n` : formatProduct(product, store));
}
