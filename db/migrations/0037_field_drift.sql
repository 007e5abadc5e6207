-- A field that drifts is reported for a week. What it was and what it became stood in the run that found it, and the payload that
-- led there was overwritten as soon as another one taught anything about the field.
alter table payload_fields
  add column drift jsonb,
  add column drift_payload_id bigint,
  add column drifted_at timestamptz;
