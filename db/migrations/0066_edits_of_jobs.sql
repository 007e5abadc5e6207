-- A worker that picks a job up with the values of before an edit must not begin it.
alter table jobs add column edits integer not null default 0;
comment on column jobs.edits is 'How often this run was edited before it began.';
-- A job that was edited has a row before its first attempt, which alone makes progress.
alter table jobs alter column progress_percent drop not null;
