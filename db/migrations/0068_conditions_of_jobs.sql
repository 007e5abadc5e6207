-- A retry of a job whose run Temporal had deleted lost these without a word.
alter table jobs add column on_failure text;
alter table jobs add column credentials text[];
comment on column jobs.on_failure is 'What the run does when a job that it depends on does not complete; null: it fails.';
comment on column jobs.credentials is 'The names of the credentials that the run may use; null: none.';
