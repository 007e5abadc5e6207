-- A bulk action says in a sentence what was asked for and how many it is about: its body has no count, and the path of its request
-- says nothing.
alter table api_audit add column summary text;
