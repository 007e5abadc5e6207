-- What an activity failed with last, and since when it has only failed. The run has its error only until the next attempt begins, so
-- nobody could tell work that fails again and again from work that is done: the verdict was good while an attempt was under way.
alter table run_heartbeats add column failing_since timestamptz, add column failed_at timestamptz, add column error_kind text,
  add column error_message text;
