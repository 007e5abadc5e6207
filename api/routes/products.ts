import { createRoute, z } from '@hono/zod-openapi';
import { findProduct, listProducts } from '../../db/queries/catalog-products.ts';
import { listProductHistory } from '../../db/queries/product-history.ts';
import type { PageRequest } from '../../db/keyset-page.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import type { Api, ApiTools } from '../api-env.ts';
import {
  flagParameter,
  fromText,
  RANGE_PARAMETERS,
  refuseReversed,
  textParameter,
  toRange,
} from '../parameters.ts';
import { Problem } from '../problem.ts';
import { readPage } from '../read-page.ts';
import {
  BY_ID,
  guarded,
  idParameter,
  json,
  list,
  operation,
  PAGE_PARAMETERS,
  problems,
} from '../route-parts.ts';
import {
  historySchema,
  productDetailSchema,
  productSchema,
  toProduct,
  toProductDetail,
} from '../schemas/products.ts';
import { sendList } from '../send-list.ts';

/** The range of the database's prices. */
const priceParameter = fromText(z.number().min(0).max(99_999_999.99));

const SHORT_PAGES =
  'A page may hold fewer products than `limit`, or none, even if more follow: see `next_cursor`.';

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/products', 'listProducts', 'Products'),
  summary: 'Products of the stores, in the order of their ids',
  description: SHORT_PAGES,
  request: {
    query: z.strictObject({
      dispensary_id: idParameter.optional(),
      brand: textParameter.optional().openapi({ description: 'Spelled exactly as in the catalog.' }),
      category: textParameter.optional().openapi({ description: 'Spelled exactly as in the catalog.' }),
      in_stock: flagParameter.optional(),
      on_special: flagParameter.optional(),
      price_min: priceParameter.optional().openapi({ description: 'A bound of the price that is paid.' }),
      price_max: priceParameter.optional().openapi({ description: 'A bound of the price that is paid.' }),
      search: textParameter.optional().openapi({
        description:
          'Words that must all occur in the name and brand; of the last one, the beginning is enough.',
      }),
      ...PAGE_PARAMETERS,
    }),
  },
  responses: { 200: list(productSchema, 'One page.'), ...problems('bad-cursor', 'impossible') },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/products/{id}', 'getProduct', 'Products'),
  summary: 'A product, with its sizes',
  request: BY_ID,
  responses: { 200: json(productDetailSchema, 'The product.'), ...problems('not-found') },
});

const historyRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/products/{id}/history', 'listProductHistory', 'Products'),
  summary: 'Prices and stock of a product, as each payload had it: the newest first',
  request: { ...BY_ID, query: z.strictObject({ ...RANGE_PARAMETERS, ...PAGE_PARAMETERS }) },
  responses: { 200: list(historySchema, 'One page.'), ...problems('bad-cursor', 'impossible', 'not-found') },
});

/** Adds the catalog and its history. */
export function addProductRoutes(api: Api, { db, environment }: ApiTools): void {
  const signingKey = environment.IMAGE_SIGNING_KEY;
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    refuseReversed(
      { name: 'price_min', value: filter.price_min },
      { name: 'price_max', value: filter.price_max },
    );
    const read = (page: PageRequest) =>
      listProducts(
        db,
        {
          dispensaryId: filter.dispensary_id,
          brand: filter.brand,
          category: filter.category,
          isInStock: filter.in_stock,
          isOnSpecial: filter.on_special,
          priceMin: filter.price_min,
          priceMax: filter.price_max,
          search: filter.search,
        },
        page,
      );
    const page = await readPage({ limit, cursor, filter }, read, (row) => toProduct(row, signingKey));
    return sendList(c, productSchema, page);
  });
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param');
    const product = await findProduct(db, id);
    if (product === null) throw new Problem('not-found', `There is no product ${id}.`);
    return c.json(toProductDetail(product, signingKey), 200);
  });
  api.openapi(historyRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { limit, cursor, ...range } = c.req.valid('query');
    const read = (page: PageRequest) => listProductHistory(db, { productId: id, ...toRange(range) }, page);
    const page = await readPage({ limit, cursor, filter: { id, ...range } }, read, withIsoTimes);
    if (page.items.length === 0 && (await findProduct(db, id)) === null)
      throw new Problem('not-found', `There is no product ${id}.`);
    return sendList(c, historySchema, page);
  });
}
