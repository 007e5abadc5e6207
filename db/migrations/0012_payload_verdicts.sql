-- What became of a stored payload. Its content may not be believed: it is kept as evidence, fetched again through another
-- identity, and let in only when that confirms it, or a person does. Its file may be gone, damaged or past its time: it is
-- never served then, while the row, and the history that hangs on it, stays.

alter table raw_crawl_payloads
  add column verdict text not null default 'accepted' check (verdict in ('accepted', 'suspect', 'confirmed', 'rejected')),
  -- What was suspicious, in words and figures; null where nothing was.
  add column suspicion jsonb,
  -- Who confirmed or rejected it: a person, or `refetch`, another identity that was answered the same or better.
  add column decided_by text,
  add column decided_at timestamptz,
  add column file_state text not null default 'stored' check (file_state in ('stored', 'missing', 'corrupt', 'expired')),
  -- When its bytes were last compared with the row.
  add column file_checked_at timestamptz,
  add check ((verdict in ('suspect', 'confirmed', 'rejected')) = (suspicion is not null));

create index raw_crawl_payloads_suspect on raw_crawl_payloads (id) where verdict = 'suspect';
