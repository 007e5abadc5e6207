-- A query of our own names the fields that it wants, where a persisted one brings whole records. Payloads of both kinds were compared
-- with the same known fields, and every field that ours leaves out was reported as gone.
alter table raw_crawl_payloads add column fields_selected boolean not null default false;
