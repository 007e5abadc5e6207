import type { ListedProxy } from '../db/queries/proxies.ts';
import { proxyStateOf } from '../domain/proxy-state.ts';
import { isoOf } from './task-answer.ts';

/** Converts a proxy to the fields of the API's responses. */
export function toProxy(row: ListedProxy) {
  return {
    id: row.id,
    protocol: row.protocol,
    host: row.host,
    port: row.port,
    username: row.username,
    has_password: row.hasPassword,
    owner: row.owner,
    country_code: row.countryCode,
    max_concurrent: row.maxConcurrent,
    sessions: row.sessions,
    is_active: row.isActive,
    state: proxyStateOf(row),
    cooldown_until: isoOf(row.cooldownUntil),
    cooldowns: row.cooldowns,
    cooling_because: whyCooling(row),
    success_count: row.successes,
    failure_count: row.failures,
    consecutive_failures: row.failuresInRow,
    consecutive_403_count: row.refusalsInRow,
    consecutive_fault_count: row.faultsInRow,
    avg_response_time_ms: row.responseTimeMs,
    exit_address: row.exitAddress,
    last_used_at: isoOf(row.lastUsedAt),
    last_failure_at: isoOf(row.lastFailureAt),
    last_error: row.lastError,
    targets: row.targets.map((target) => ({
      target: target.target,
      success_count: target.successes,
      blocked_count: target.blocked,
      fault_count: target.faults,
      failures_in_row: target.failuresInRow,
      avg_response_time_ms: target.responseTimeMs,
      bytes: target.bytes,
      last_error: target.lastError,
    })),
  };
}

/** Says whether a proxy cools down because it does not work, or because of a target; null: it does not cool down. */
function whyCooling(row: ListedProxy): string | null {
  if (proxyStateOf(row) !== 'cooling') return null;
  if (row.cooledFor === null) return 'the proxy itself does not work';
  return row.isRefusedThere ? `${row.cooledFor} refuses it` : `its requests to ${row.cooledFor} fail`;
}
