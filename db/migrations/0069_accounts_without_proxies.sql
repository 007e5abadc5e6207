-- An account whose sessions use no proxy keeps its profile and its cookies, too.
alter table account_identities alter column proxy_id drop not null;
