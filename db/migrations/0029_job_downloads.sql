-- What a job has downloaded in all its attempts, so that no number of attempts takes it past its limit.
alter table jobs add column downloaded_bytes bigint not null default 0;
