import { lazy, Suspense, type ReactNode } from 'react';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useSession } from '../session/use-session.ts';

const SignIn = lazy(async () => ({ default: (await import('../session/sign-in.tsx')).SignIn }));

/** Shows the page to signed-in users and the sign-in form to others. The address stays, so the page appears after signing in. */
export function Guard({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSession();
  if (session === undefined)
    return error === null ? (
      <p className="text-(--soft)">Loading</p>
    ) : (
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    );
  if (session.signed_in) return children;
  return (
    <Suspense fallback={<p className="text-(--soft)">Loading</p>}>
      <SignIn endedBecause={session.ended_because} />
    </Suspense>
  );
}
