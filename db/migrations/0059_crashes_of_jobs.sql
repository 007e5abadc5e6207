-- A job whose process crashed used up a retry, or took its worker and the attempts of its neighbours with it.
alter table jobs add column crash_count integer not null default 0;
comment on column jobs.crash_count is 'How many of its attempts crashed; these are not retries.';
