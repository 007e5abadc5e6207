import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CommandLine } from '../parts/command-line.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { signIn } from '../server/api-client.ts';
import { announceSession } from './other-tabs.ts';
import { SESSION_KEY } from './session-query.ts';

/** The sign-in form. The typed key stays until it is accepted. */
export function SignIn({ endedBecause }: { endedBecause: string | null }) {
  const queries = useQueryClient();
  const [key, setKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const enter = useMutation({
    mutationFn: () => signIn(key),
    onSuccess: (session) => {
      queries.setQueryData([SESSION_KEY], session);
      announceSession();
    },
    onError: () => field.current?.focus(),
  });
  useEffect(() => {
    document.title = 'Sign in - Crawlchain';
    field.current?.focus();
  }, []);
  return (
    <form
      className="mx-auto mt-8 max-w-md rounded-lg border border-(--line) bg-(--surface) p-5"
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate();
      }}
    >
      <h1 className="mb-2 text-xl font-semibold">Sign in</h1>
      {endedBecause === null ? null : (
        <p role="status" className="mb-3 rounded bg-(--warn-surface) p-2 text-(--warn)">
          {endedBecause} Sign in again.
        </p>
      )}
      <label className="block font-semibold" htmlFor="key">
        API key
      </label>
      <input
        ref={field}
        id="key"
        type="password"
        autoComplete="current-password"
        required
        className="field mt-1 mb-3"
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      {enter.error === null ? null : (
        <div className="mb-3">
          <ProblemNotice error={enter.error} />
        </div>
      )}
      <button type="submit" className="button button-main" disabled={enter.isPending}>
        {enter.isPending ? 'Signing in' : 'Sign in'}
      </button>
      <p className="mt-4 text-sm text-(--soft)">
        <CommandLine words='keys create "your name" --scope operate --direct' /> makes a key where the
        database can be reached, and prints it once. The scope read allows seeing everything; operate also
        allows starting and stopping work.
      </p>
    </form>
  );
}
