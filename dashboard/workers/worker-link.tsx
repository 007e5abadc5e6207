import { Link } from '@tanstack/react-router';
import type { RunsOf } from '../server/api-client.ts';
import { searchOf } from '../tasks/search-words.ts';

interface WorkerLinkShown {
  id: string;
  /** Null: the registry no longer knows the worker. */
  name: string | null;
  of: RunsOf;
}

/** Shows a worker's name and id, as a link to all tasks or jobs that this worker has, or was the last to have. */
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
