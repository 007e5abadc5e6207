-- A run whose menu is not believed has ended and not failed: the store was asked and answered, nothing went in, and a later look settles it.
alter table crawl_runs
  drop constraint crawl_runs_status_check,
  add constraint crawl_runs_status_check check (status in ('running', 'completed', 'unconfirmed', 'failed', 'cancelled'));

-- They are asked for as those that failed are.
drop index crawl_runs_not_completed;
create index crawl_runs_not_completed on crawl_runs (status, created_at, workflow_run_id)
  where status in ('unconfirmed', 'failed', 'cancelled');
