-- What a role has done in the last hour and day is asked often, of a ledger that grows for years.

create index stage_runs_role_ended on stage_runs (role, ended_at);
