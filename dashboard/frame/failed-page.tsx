import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isServerAway, ServerAway } from './load-page.ts';

/** Replaces a page that threw an error. The frame stays, so the links to other pages keep working. */
export function FailedPage({ error }: ErrorComponentProps) {
  const { isAway, tries, reload } = useReload(error instanceof ServerAway);
  useEffect(() => {
    document.title = 'Failed - Crawlchain';
  }, []);
  return (
    <div role="alert" className="rounded-lg border border-(--line) bg-(--surface) p-5">
      <h1 className="mb-2 text-xl font-semibold">This page cannot be shown</h1>
      {isAway ? (
        <p className="mb-2">
          The server {tries === 0 ? 'does not answer' : `still does not answer (try ${tries + 1})`}. Load the
          page again when it does. Pages that were open before go on.
        </p>
      ) : (
        <p className="mb-2">
          That is a defect of the dashboard, or its files were replaced meanwhile: load it again. The{' '}
          <Link to="/">overview</Link> and the other pages go on.
        </p>
      )}
      <p className="mb-3 break-words text-(--soft)">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <button type="button" className="button button-main" onClick={reload}>
        Load it again
      </button>
    </div>
  );
}

/** Loads the dashboard again if the server answers: otherwise the browser would show its own error page instead. */
function useReload(wasAway: boolean) {
  const [isAway, setAway] = useState(wasAway);
  const [tries, setTries] = useState(0);
  const isTrying = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const reload = async (): Promise<void> => {
    if (isTrying.current) return;
    isTrying.current = true;
    const isStillAway = await isServerAway();
    isTrying.current = false;
    // By now the user may type on another page.
    if (!isShown.current) return;
    if (!isStillAway) location.reload();
    setAway(isStillAway);
    setTries((before) => before + 1);
  };
  return { isAway, tries, reload: () => void reload() };
}
