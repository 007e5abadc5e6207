import type { ReactNode } from 'react';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { SignIn } from '../session/sign-in.tsx';
import { useSession } from '../session/use-session.ts';

/** Shows the page to signed-in users and the sign-in form to others. The address stays, so the page appears after signing in. */
export function Guard({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSession();
  if (session === undefined)
    return error === null ? (
      <p className="text-(--soft)">Loading</p>
    ) : (
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    );
  return session.signed_in ? children : <SignIn endedBecause={session.ended_because} />;
}
