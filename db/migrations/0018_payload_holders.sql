-- With STORAGE_SHARED=false each worker keeps files on a disk of its own (docs/storage.md). Null: the file is where all
-- workers see it.
alter table raw_crawl_payloads add column held_by text;
