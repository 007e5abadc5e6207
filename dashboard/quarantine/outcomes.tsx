import { Link } from '@tanstack/react-router';
import { Badge } from '../parts/sign.tsx';
import { ApiProblem } from '../server/call-api.ts';
import type { Outcome } from './use-decisions.ts';

/** How each decision has ended. */
export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <ul className="grid max-h-80 gap-2 overflow-y-auto text-sm" aria-label="Decisions">
      {outcomes.map(({ payload, decision, taskId, error }) => (
        <li key={payload.id} data-decided={payload.id}>
          <Badge tone={error === null ? 'good' : 'bad'}>
            {error === null ? `${decision}ed` : 'not decided'}
          </Badge>{' '}
          <strong>{payload.dispensary_name}</strong>{' '}
          <Link to="/quarantine" search={{ payload: payload.id }}>
            payload {payload.id}
          </Link>
          {taskId === null ? null : (
            <>
              , ingested by{' '}
              <Link to="/tasks/$id" params={{ id: taskId }}>
                its task
              </Link>
            </>
          )}
          {error === null ? null : <FailureWords error={error} />}
        </li>
      ))}
    </ul>
  );
}

function FailureWords({ error }: { error: Error }) {
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <p role="alert" className="break-words text-(--bad)">
      {problem === null ? '' : `${problem.title}. `}
      {error.message}
      {problem?.requestId ? (
        <>
          {' '}
          Request <code className="break-all">{problem.requestId}</code>
        </>
      ) : null}
    </p>
  );
}
