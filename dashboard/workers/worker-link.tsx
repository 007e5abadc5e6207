import { Link } from '@tanstack/react-router';
import type { RunsOf } from '../server/api-client.ts';
import { searchOf } from '../tasks/search-words.ts';

interface WorkerLinkShown {
  id: string;
  /** Null: the registry does not know it any more. */
  name: string | null;
  of: RunsOf;
}

/** A worker by its name, with its id in small print; it leads to all tasks or jobs that it has or had last. */
export function WorkerLink({ id, name, of }: WorkerLinkShown) {
  return (
    <>
      <Link to={`/${of}`} search={{ q: searchOf({ worker: id }) }} title={id}>
        {name ?? id}
      </Link>
      {name === null ? null : <code className="ml-2 text-xs break-all text-(--soft)">{id}</code>}
    </>
  );
}
