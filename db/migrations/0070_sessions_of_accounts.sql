-- The session of an account that was opened last saves its cookies. Before, an attempt that was frozen could overwrite newer ones.
alter table account_identities add column sessions bigint not null default 0;
