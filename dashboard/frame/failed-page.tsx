import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isServerAway, ServerAway } from './load-page.ts';

/** Replaces a page that threw an error. The frame stays, so the links to other pages keep working. */
export function FailedPage({ error }: ErrorComponentProps) {
  const [isAway, setAway] = useState(error instanceof ServerAway);
  useEffect(() => {
    document.title = 'Failed - Crawlchain';
  }, []);
  return (
    <div role="alert" className="rounded-lg border border-(--line) bg-(--surface) p-5">
      <h1 className="mb-2 text-xl font-semibold">This page cannot be shown</h1>
      <p className="mb-2" role="status">
        {isAway
          ? 'The server does not answer. Load the page again when it does.'
          : 'That is a defect of the dashboard, or its files were replaced meanwhile: load it again.'}{' '}
        The <Link to="/">overview</Link> and the other pages go on.
      </p>
      <p className="mb-3 break-words text-(--soft)">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <button type="button" className="button button-main" onClick={() => void reload(setAway)}>
        Load it again
      </button>
    </div>
  );
}

/** Loads the dashboard again if the server answers: otherwise the browser would show its own error page instead. */
async function reload(setAway: (isAway: boolean) => void): Promise<void> {
  if (await isServerAway()) setAway(true);
  else location.reload();
}
