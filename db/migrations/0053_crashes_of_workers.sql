-- When a process of a worker began after one that had ended without a word, the newest first: a worker that is killed for its memory again
-- and again looked like one that had just started.
alter table workers add column crashed_at timestamptz[] not null default '{}';
