/** A small defect, and the test file that must find it. */
export interface Mutant {
  file: string;
  /** The code that the defect replaces. It occurs only once in the file. */
  from: string;
  to: string;
  test: string;
}

/** The defects, each in another part of the code. Those that the same test file must find are next to each other. */
export const MUTANTS: readonly Mutant[] = rows(
  [
    'domain/bulk-action.ts',
    'Math.abs(counted - expected) >',
    'counted - expected >',
    'unit/domain/bulk-action',
  ],
  [
    'domain/bulk-action.ts',
    '  retry: CLOSED_STATUSES,',
    '  start: CLOSED_STATUSES,',
    'unit/domain/bulk-action',
  ],
  ['domain/crawl-interval.ts', 'adaptedHours ?? baseHours', 'baseHours', 'unit/domain/crawl-interval'],
  [
    'domain/misses.ts',
    'skipped > came * UNREADABLE_SHARE',
    'skipped > came',
    'integration/db/unreadable-menus',
  ],
  ['domain/misses.ts', 'Math.max(intervalsMs,', 'Math.min(intervalsMs,', 'unit/domain/misses'],
  ['domain/over-count.ts', 'Math.min(...remembered)', 'Math.max(...remembered)', 'unit/domain/over-count'],
  [
    'domain/pace.ts',
    'nowMs + Math.min(retryAfterMs, WAIT_MS_MAX)',
    'nowMs + retryAfterMs',
    'unit/domain/pace',
  ],
  [
    'domain/pace.ts',
    'const SPEED_AFTER_REFUSAL = 0.5',
    'const SPEED_AFTER_REFUSAL = 0.95',
    'unit/domain/pace',
  ],
  ['domain/retry-chain.ts', 'retryCount >= maxRetries', 'retryCount > maxRetries', 'unit/domain/retry-chain'],
  [
    'domain/target-breaker.ts',
    "? 'open' : 'half-open'",
    "? 'half-open' : 'open'",
    'unit/domain/target-breaker',
  ],
  ['domain/target-breaker.ts', 'openings: breaker.openings + 1', 'openings: 1', 'unit/domain/target-breaker'],
  ['domain/option-size.ts', 'Number(number) / Number(divisor)', 'Number(number)', 'unit/domain/option-size'],
  ['domain/proxy-break.ts', 'brokenAtStore === 0 && broken', 'broken', 'unit/domain/proxy-break'],
  ['domain/state-code.ts', 'text.toUpperCase()', 'text', 'unit/domain/state-code'],
  [
    'stages/count-failures.ts',
    'count.lostConnections += 1',
    'count.failures += 1',
    'integration/activities/ingest-payload',
  ],
  [
    'stages/heartbeat-while.ts',
    'Math.max(known.since, watch.movedAt)',
    'known.since',
    'unit/stages/heartbeat-while',
  ],
  ['stages/gather-pages.ts', 'if (!products.has(id)) products', 'products', 'unit/stages/gather-pages'],
  [
    'stages/gather-pages.ts',
    "isDisputed ? 'descending' : 'done'",
    "isDisputed ? 'done' : 'done'",
    'unit/stages/gather-pages',
  ],
  ['api/cursor.ts', '!read.success || f !== digestOf(filter)', '!read.success', 'unit/api/cursor'],
  [
    'domain/nearest-name.ts',
    'Math.max(1, Math.floor(name.length / 3))',
    'name.length',
    'unit/domain/nearest-name',
  ],
  ['cli/output/cut-text.ts', 'widthMax - 1', 'widthMax', 'unit/cli/output/cut-text'],
  ['cli/interval.ts', '(seconds % 3_600) / 60', 'seconds / 60', 'unit/cli/interval'],
  [
    'cli/output/format-table.ts',
    'other.width > one.width',
    'other.width < one.width',
    'unit/cli/output/format-table',
  ],
  ['egress/retry-after.ts', 'Math.max(RETRY_AFTER_MS_MIN, wantedMs)', 'wantedMs', 'unit/egress/retry-after'],
  ['egress/next-hop.ts', '(isSameOrigin || !SECRET_HEADERS.has(lowered))', 'true', 'unit/egress/next-hop'],
  ['egress/next-hop.ts', 'body !== undefined && !becomesGet', 'body !== undefined', 'unit/egress/next-hop'],
  [
    'egress/judge-answer.ts',
    "headerOf(response, 'cf-mitigated') === 'challenge'",
    'false',
    'unit/egress/judge-answer',
  ],
  ['egress/private-networks.ts', "|| specialIpv6.check(bare, 'ipv6')", '', 'unit/egress/private-networks'],
  [
    'egress/bounded-transport.ts',
    'if (redirects === REDIRECTS_MAX)',
    'if (redirects > REDIRECTS_MAX)',
    'unit/egress/bounded-transport',
  ],
  ['egress/parse-proxies.ts', 'if (isRemark(line)) continue;', '', 'unit/egress/parse-proxies'],
  ['storage/slug.ts', '&& !RESERVED.test(slug)', '', 'unit/storage/slug'],
  [
    'storage/image-cache.ts',
    'hashOf(bytes).equals(entry.subarray(0, HASH_BYTES))',
    'true',
    'unit/storage/image-cache',
  ],
  ['storage/page-spool.ts', 'Number(name) <= attempt', 'Number(name) < attempt', 'unit/storage/page-spool'],
  [
    'storage/shared-work.ts',
    'own >= limits.waitingPerClient',
    'own > limits.waitingPerClient',
    'unit/storage/shared-work',
  ],
  ['storage/resize-parameters.ts', 'Number(text) <= max', 'true', 'unit/storage/resize-parameters'],
  [
    'storage/path-inside.ts',
    'if (!isWithin(realRoot, real)) throw outside(path);',
    '',
    'unit/storage/payload-files',
  ],
  [
    'db/queries/count-misses.ts',
    'and provider_product_id <> all(${skippedIds}::text[])',
    '',
    'integration/db/ingest',
  ],
  [
    'db/queries/count-misses.ts',
    'stock_as_of = case when not ${goesOut} then stock_as_of end,',
    '',
    'integration/db/kept-stock',
  ],
  ['db/queries/over-counts.ts', 'and ingested_at is not null', '', 'integration/db/over-counts'],
  [
    'db/queries/store-locks.ts',
    'known.workflow_id = excluded.workflow_id and known.since < excluded.since',
    'known.workflow_id = excluded.workflow_id',
    'integration/db/store-locks',
  ],
  [
    'db/queries/store-locks.ts',
    'begun_at = coalesce(known.begun_at, excluded.begun_at)',
    'begun_at = known.begun_at',
    'integration/db/store-locks',
  ],
  [
    'db/queries/proxy-leases.ts',
    'coalesce(leases, 0) < max_concurrent',
    'coalesce(leases, 0) <= max_concurrent',
    'integration/db/proxy-leases',
  ],
  [
    'db/queries/proxy-outcomes.ts',
    "one('blocked') === 1 ? sql`consecutive_403_count + 1`",
    "one('blocked') === 1 ? sql`consecutive_403_count`",
    'integration/db/proxy-outcomes',
  ],
  [
    'db/queries/target-breakers.ts',
    "outcome = 'blocked' returning proxy_id",
    "outcome <> 'blocked' returning proxy_id",
    'integration/db/target-breakers',
  ],
  [
    'db/queries/images.ts',
    'or image_failed_at < now() - make_interval(days => ${REST_DAYS})',
    '',
    'integration/db/images',
  ],
  [
    'db/queries/crawl-runs.ts',
    'stage.stage = ${stage} and stage.outcome = ',
    'stage.stage = ${stage} and stage.outcome <> ',
    'integration/db/crawl-runs',
  ],
  [
    'db/queries/sweep-runs.ts',
    "sql`(ended_at < ${before} and type <> 'job')`",
    'sql`(ended_at < ${before})`',
    'integration/db/sweep-runs',
  ],
  [
    'db/queries/link-products.ts',
    'and product.provider_product_id = link.from_id',
    '',
    'integration/db/link-products',
  ],
  [
    'db/queries/discovery.ts',
    'and admitted_reasons is not null',
    'and admitted_reasons is null',
    'integration/db/rejected-locations',
  ],
  [
    'db/queries/worker-registry.ts',
    'delete from workers where last_heartbeat_at <',
    'delete from workers where last_heartbeat_at >',
    'integration/db/worker-registry',
  ],
  ['db/migrations/0040_runs.sql', 'greatest(0, floor(', 'least(0, floor(', 'integration/ledger/keep-ledger'],
  [
    'db/migrations/0045_swept_and_sorted_runs.sql',
    'if new.ended_at < (select',
    'if new.ended_at > (select',
    'integration/db/sweep-runs',
  ],
  ['db/migrations/0034_kept_values.sql', 'and old.nth = fresh.nth', '', 'integration/db/kept-stock'],
  [
    'api/idempotent.ts',
    "status === 429 || status >= 500 || c.get('isUnfinished') === true",
    'status === 429',
    'integration/api/slow-temporal',
  ],
  [
    'api/refuse-cross-site.ts',
    "if (reason !== null) throw new Problem('cross-site', reason);\n    return next();\n  };\n}\n\n",
    'return next();\n  };\n}\n\n',
    'integration/api/doors',
  ],
  [
    'activities/store-waits.ts',
    'if (await isOpen(holder.workflowId)) return { hasToWait: true };',
    '',
    'integration/activities/store-waits',
  ],
  [
    'activities/act-on-runs.ts',
    'isLast: runs.length < pageSize',
    'isLast: runs.length <= pageSize',
    'integration/workflows/bulk-action',
  ],
  [
    'workflows/bulk-action.ts',
    'const PAGES_PER_RUN = 50;',
    'const PAGES_PER_RUN = 5_000;',
    'integration/workflows/bulk-action',
  ],
  [
    'ledger/follow.ts',
    'const OVERLAP_MS = 60_000',
    'const OVERLAP_MS = -60_000',
    'integration/ledger/keep-ledger',
  ],
  [
    'ledger/compare.ts',
    'missing.filter((_, at) => found[at] === null)',
    'missing.filter((_, at) => found[at] !== null)',
    'integration/ledger/compare',
  ],
  ['ledger/take-runs.ts', '(fanOuts.get(fanOut) ?? null)', 'null', 'integration/ledger/catch-up'],
  [
    'temporal-client/start-plan.ts',
    'startDelay: Math.max(0, at.getTime() - Date.now())',
    'startDelay: 0',
    'integration/temporal-client/start-plan',
  ],
);

function rows(...given: [file: string, from: string, to: string, test: string][]): Mutant[] {
  return given.map(([file, from, to, test]) => ({ file, from, to, test: `tests/${test}.test.ts` }));
}
