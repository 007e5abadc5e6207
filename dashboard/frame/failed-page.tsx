import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Replaces a page that threw an error. The frame stays, so the links to other pages keep working. */
export function FailedPage({ error }: ErrorComponentProps) {
  useEffect(() => {
    document.title = 'Failed - Crawlchain';
  }, []);
  return (
    <div role="alert" className="rounded-lg border border-(--line) bg-(--surface) p-5">
      <h1 className="mb-2 text-xl font-semibold">This page cannot be shown</h1>
      <p className="mb-2">
        That is a defect of the dashboard, or its files were replaced meanwhile: load it again. The{' '}
        <Link to="/">overview</Link> and the other pages go on.
      </p>
      <p className="mb-3 break-words text-(--soft)">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <button type="button" className="button button-main" onClick={() => location.reload()}>
        Load it again
      </button>
    </div>
  );
}
