import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { closeOnEscape } from '../parts/close-on-escape.ts';
import { CommandLine } from '../parts/command-line.tsx';
import { signOut, type Session } from '../server/api-client.ts';
import { announceSession } from '../session/other-tabs.ts';
import { SESSION_KEY } from '../session/session-query.ts';
import { useSession } from '../session/use-session.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useTheme } from './theme.ts';
import { THEMES } from './themes.ts';

/** The pages in the navigation. */
const PAGES = [
  { to: '/', name: 'Overview' },
  { to: '/tasks', name: 'Tasks' },
  { to: '/workers', name: 'Workers' },
  { to: '/proxies', name: 'Proxies' },
  { to: '/platforms', name: 'Platforms' },
  { to: '/quarantine', name: 'Quarantine' },
] as const;

/** The frame around every page: title, navigation and session. */
export function Frame() {
  const { data: session } = useSession();
  return (
    <>
      <a href="#main" className="not-printed sr-only focus:not-sr-only focus:absolute focus:p-2">
        Skip to the page
      </a>
      <header className="not-printed border-b border-(--line) bg-(--surface)">
        <div className="page-width mx-auto flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2">
          <span className="flex items-center gap-2 font-semibold">
            <Logo /> Crawlchain
          </span>
          <nav aria-label="Pages" className="flex flex-wrap gap-x-3">
            {PAGES.map(({ to, name }) => (
              <Link
                key={to}
                to={to}
                search={{}}
                className="font-semibold"
                activeProps={{ 'aria-current': 'page' }}
              >
                {name}
              </Link>
            ))}
            <a href="/reference">API</a>
          </nav>
          <div className="ml-auto flex flex-wrap items-center gap-3 text-sm">
            {session?.signed_in === true ? <Shortcuts /> : null}
            <ThemeChoice />
            {session === undefined ? null : <Who session={session} />}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="page-width mx-auto p-3 outline-none sm:p-4">
        <Outlet />
      </main>
    </>
  );
}

/** The icon of `public/icon.svg`, inline: for an image, the browser would load and lay out a separate document. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#14532d" />
      <g fill="none" stroke="#bbf7d0" strokeWidth="3">
        <rect x="5" y="11" width="12" height="10" rx="5" />
        <rect x="15" y="11" width="12" height="10" rx="5" />
      </g>
    </svg>
  );
}

function ThemeChoice() {
  const [theme, choose] = useTheme();
  return (
    <div role="group" aria-label="Theme" className="flex overflow-hidden rounded border border-(--line)">
      {THEMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={theme === name}
          className="cursor-pointer px-2 py-0.5 text-(--soft) aria-pressed:bg-(--sunken) aria-pressed:font-semibold aria-pressed:text-(--ink)"
          onClick={() => choose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function Who({ session }: { session: Session }) {
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: (left) => {
      // Open pages observe the session query, so its data is replaced, not removed like the other queries.
      queries.setQueryData([SESSION_KEY], left);
      queries.removeQueries({ predicate: ({ queryKey: [key] }) => key !== SESSION_KEY });
      queries.getMutationCache().clear();
      announceSession();
    },
  });
  if (session.by === 'open')
    return (
      <details className="relative" onKeyDown={closeOnEscape}>
        <summary className="cursor-pointer text-(--soft)">no keys, open to this machine</summary>
        <div className="absolute right-0 z-10 mt-1 w-72 rounded border border-(--line) bg-(--surface) p-3 text-sm break-words shadow">
          <p>
            No API key was ever made, so everybody on this machine may do everything. After the first key,
            every request needs a key. NAME says who the first key is for:
          </p>
          <p className="mt-2">
            <CommandLine words="keys create NAME --scope admin --direct" />
          </p>
        </div>
      </details>
    );
  if (!session.signed_in) return null;
  return (
    <>
      <span className="text-(--soft)">
        {session.name} ({session.scope})
      </span>
      <button type="button" className="button" disabled={leave.isPending} onClick={() => leave.mutate()}>
        {leave.isPending ? 'Signing out' : 'Sign out'}
      </button>
    </>
  );
}
