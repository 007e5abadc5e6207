import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The page for unknown addresses. */
export function NotFound() {
  useEffect(() => {
    document.title = 'Not found - Crawlchain';
  }, []);
  return (
    <div className="rounded-lg border border-(--line) bg-(--surface) p-5">
      <h1 className="mb-2 text-xl font-semibold">There is no such page</h1>
      <p>
        Nothing is at <code>{location.pathname}</code>. The <Link to="/">overview</Link> shows how everything
        stands.
      </p>
    </div>
  );
}
