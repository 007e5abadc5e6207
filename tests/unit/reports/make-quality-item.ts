import type { QualityItem } from '../../../reports/quality-report.ts';

/** Returns a dispensary without a problem, with the given changes. */
export function makeQualityItem(change: Partial<QualityItem> = {}): QualityItem {
  return {
    dispensary_id: 12,
    dispensary_name: 'Desert Bloom',
    platform: 'dutchie',
    state: 'AZ',
    problems: [],
    payload_id: 40,
    fetched_at: null,
    interval_hours: 4,
    quarantined: 0,
    suspect_id: null,
    faults: [],
    suspicion: null,
    suspicion_samples: [],
    confirmed_suspicion: null,
    confirmed_samples: [],
    look_again_at: null,
    products: 20,
    skipped: 0,
    skipped_options: 0,
    dropped_values: 0,
    missing: 0,
    misses_off: null,
    last_status: 'completed',
    last_ended_at: null,
    last_error_kind: null,
    last_error_message: null,
    skipped_samples: [],
    flaw_samples: [],
    drift: [],
    ...change,
  };
}
