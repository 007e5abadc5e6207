import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatProduct } from './format-product.ts';

/** Shows one product, and where it is sold. */
export async function showProduct(id: number, options: { json?: true }, command: Command): Promise<void> {
  await withApi(command, async (api, url) => {
    const product = await answerOf(api.GET('/api/products/{id}', { params: { path: { id } } }));
    const path = { id: product.dispensary_id };
    const store = await answerOf(api.GET('/api/dispensaries/{id}', { params: { path } }));
    answer(product, options, () => formatProduct(product, store, url));
  });
}
