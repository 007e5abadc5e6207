import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// A single route of the API's framework, which responds with a prepared page of a hundred items: the bench `api` compares our API
// with it.

const ITEMS = Array.from({ length: 100 }, (_, id) => ({
  id,
  dispensary_id: id % 7,
  name: `Product ${id} Garden Reserve`,
  brand_name: `Brand ${id % 13}`,
  price: '30.00',
  is_in_stock: id % 3 !== 0,
  image_url: `https://images.test/${id}.jpg`,
  updated_at: '2026-01-10T06:00:00.000Z',
}));

const bare = new Hono();
bare.get('/', (c) => c.json({ items: ITEMS, next_cursor: null }));
const server = serve({ fetch: bare.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => server.close(() => process.exit(0)));
