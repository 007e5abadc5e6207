import { expect, test } from 'vitest';
import { DISPENSARY_COLUMNS } from '../../../../cli/commands/dispensaries/format-dispensaries.ts';
import { JOB_COLUMNS } from '../../../../cli/commands/jobs/format-jobs.ts';
import { PAYLOAD_COLUMNS } from '../../../../cli/commands/payloads/payload-commands.ts';
import { PRODUCT_COLUMNS } from '../../../../cli/commands/products/product-columns.ts';
import { PROXY_COLUMNS, usesOf } from '../../../../cli/commands/proxies/proxy-columns.ts';
import { QUARANTINE_COLUMNS } from '../../../../cli/commands/quarantine/quarantine-columns.ts';
import { TASK_COLUMNS } from '../../../../cli/commands/tasks/format-tasks.ts';
import type { Column } from '../../../../cli/output/column.ts';
import { formatTable } from '../../../../cli/output/format-table.ts';

const AT = '2026-01-31T08:00:00.000Z';
const NOW_MS = Date.parse('2026-01-31T08:03:10Z');
const NAME = 'Harbor Light Cannabis of the Old Town';
const TASK = 'crawl~123456~01a227a4-8f7a-7978-ae85-8da2b16525c3';
const JOB = 'job~01a227a4-8f7a-7978-ae85-8da2b16525c3';
const PROXY_ID = '9f3c2a71';

/** The tables by their names, each with a row that has long texts, and with the ids that its lines must show. */
const TABLES: Record<string, { columns: readonly Column<never>[]; row: object; ids: string[] }> = {
  tasks: {
    columns: TASK_COLUMNS,
    row: {
      id: TASK,
      role: 'product_refresh',
      dispensary_id: 123_456,
      dispensary_name: NAME,
      status: 'running',
      stage: 'fetch',
      worker_id: 'crawlchain-worker-7d9f6c5b4-x2x8q-0',
      retry_count: 1,
      created_at: AT,
      error_message: 'The site refused the request of this proxy with 403, and so did it before',
    },
    ids: [TASK, '(123456)'],
  },
  jobs: {
    columns: JOB_COLUMNS,
    row: {
      id: JOB,
      job_type: 'export-everything',
      platform: 'dutchie',
      status: 'failed',
      retry_count: 1,
      max_retries: 3,
      worker_id: 'crawlchain-worker-7d9f6c5b4-x2x8q-0',
      created_at: AT,
      error_message: 'The receiver did not answer within thirty seconds, three times',
    },
    ids: [JOB],
  },
  dispensaries: {
    columns: DISPENSARY_COLUMNS,
    row: {
      id: 123_456,
      slug: 'harbor-light-cannabis-of-the-old-town',
      name: NAME,
      platform: 'dutchie',
      city: 'Truth or Consequences',
      state: 'NM',
      product_count: 1_234,
      last_crawl_at: AT,
      crawl_enabled: true,
      crawl_interval_hours: null,
      adapted_interval_hours: null,
    },
    ids: ['123456'],
  },
  products: {
    columns: PRODUCT_COLUMNS,
    row: {
      id: 12_345_678,
      dispensary_id: 123_456,
      name: 'Lemon Staircase, hand-trimmed flower',
      brand_name: 'Granite State Growers',
      category: 'Flower',
      price_rec: '1116.00',
      price_rec_special: '1111.20',
      is_in_stock: true,
      last_seen_at: AT,
    },
    ids: ['12345678', '123456'],
  },
  proxies: {
    columns: PROXY_COLUMNS,
    row: usesOf([
      {
        id: PROXY_ID,
        protocol: 'socks5',
        host: 'rotator.of.a.provider.example',
        port: 1080,
        state: 'cooling',
        cooldown_until: AT,
        cooling_because: 'the proxy itself does not work',
        sessions: 10,
        max_concurrent: 20,
        targets: [],
      } as never,
    ])[0]!,
    ids: [PROXY_ID],
  },
  quarantine: {
    columns: QUARANTINE_COLUMNS,
    row: {
      id: 7_654_321,
      dispensary_id: 123_456,
      dispensary_name: NAME,
      fetched_at: AT,
      product_count: 12,
      doubt_end: null,
      suspicion: { message: 'The menu has 12 products; the last one had 340.', samples: [] },
    },
    ids: ['7654321', '(123456)'],
  },
  payloads: {
    columns: PAYLOAD_COLUMNS,
    row: {
      id: 7_654_321,
      dispensary_id: 123_456,
      dispensary_name: NAME,
      fetched_at: AT,
      product_count: 12,
      size_bytes: 2_048_000,
      verdict: 'quarantined',
      file_state: 'stored',
      ingested_at: null,
    },
    ids: ['7654321', '(123456)'],
  },
};

const CASES = Object.keys(TABLES).flatMap((name) => [30, 40, 60, 80, 120].map((width) => ({ name, width })));

test.each(CASES)('$name in $width columns have whole ids, and lines that fit', ({ name, width }) => {
  const { columns, row, ids } = TABLES[name]!;
  const table = formatTable(columns, [row as never], { width, hasColors: false, nowMs: NOW_MS });
  const lines = table.split('\n').filter((line) => !line.startsWith('Too narrow for: '));
  // An id that is wider than the terminal has a line of its own, which the terminal wraps.
  expect(lines.filter((line) => line.length > width && !ids.includes(line))).toEqual([]);
  const words = lines.flatMap((line) => line.trim().split(/\s+/));
  expect(words).toEqual(expect.arrayContaining(ids));
});
