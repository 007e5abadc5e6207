import { expect, test } from 'vitest';
import type { Schemas } from '../../../../../api-client/create-api-client.ts';
import { PROXY_COLUMNS, usesOf } from '../../../../../cli/commands/proxies/proxy-columns.ts';
import { formatTable } from '../../../../../cli/output/format-table.ts';

test('the list says why a proxy cools down, and tells refusals from failures of the proxy', () => {
  const target = {
    target: 'dutchie',
    success_count: 9,
    blocked_count: 2,
    fault_count: 5,
    failures_in_row: 5,
  };
  const proxy = {
    protocol: 'http',
    host: 'a.test',
    port: 8080,
    state: 'cooling',
    cooldown_until: '2026-01-31T12:00:00.000Z',
    cooling_because: 'the proxy itself does not work',
    targets: [{ ...target, avg_response_time_ms: null }],
  } as unknown as Schemas['Proxy'];
  const table = formatTable(PROXY_COLUMNS, usesOf([proxy]));
  expect(table).toContain('cooling until 2026-01-31T12:00:00Z: the proxy itself does not work');
  expect(table).toContain('9 good, 2 refused, 5 failed in the proxy, 5 failed in a row');
});
