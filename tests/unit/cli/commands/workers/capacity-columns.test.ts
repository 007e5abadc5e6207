import { expect, test } from 'vitest';
import { createProgram } from '../../../../../cli/program.ts';

test('a role that nobody knows is refused with those that there are', async () => {
  const text = ['workers', 'capacity', 'fetching'];
  const program = await createProgram(text);
  await expect(program.parseAsync(text, { from: 'user' })).rejects.toThrow(
    'There is no role "fetching"; it is one of store_discovery, entry_point_discovery, product_discovery, payload_fetch, product_refresh, analytics_refresh, proxy_probe, storage_sweep, product_resync.',
  );
});
