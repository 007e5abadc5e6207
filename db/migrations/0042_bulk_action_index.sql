-- Bulk actions are few among millions of runs, and are listed by themselves: without an index a page of them is found by reading
-- all runs.
create index runs_bulk_actions on runs (id) where type = 'bulkAction';
