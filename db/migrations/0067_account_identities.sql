-- An account keeps one identity, so that a site sees one person: a proxy, a browser profile and its cookies, sealed as credentials are.
create table account_identities (
  -- Empty: jobs without a platform.
  platform text not null,
  account text not null,
  -- The proxy may have been deleted meanwhile.
  proxy_id bigint not null,
  profile text not null,
  sealed_cookies text,
  pinned_at timestamptz not null default clock_timestamp(),
  -- Why the account got another proxy; null: it has its first one.
  pinned_because text,
  primary key (platform, account)
);
