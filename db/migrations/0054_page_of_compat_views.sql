-- The hint of a refused write to the compatibility views names the page where it is now.
do $migration$
declare
  own text := current_schema();
  compat text := case when own = 'public' then 'compat' else own || '_compat' end;
begin
  execute format($function$
    create or replace function %I.refuse_writes() returns trigger language plpgsql as $$
begin
  raise exception '%%.%% is a read-only view of the ledger of runs.', tg_table_schema, tg_table_name using
    errcode = 'feature_not_supported',
    hint = 'Start, cancel and retry tasks and jobs with the API or the command crawlchain; see docs/reference/compat-views.md.';
end
$$
  $function$, compat);
end
$migration$;
