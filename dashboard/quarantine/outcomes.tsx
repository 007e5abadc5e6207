import { Link } from '@tanstack/react-router';
import { Moment } from '../parts/moment.tsx';
import { Badge } from '../parts/sign.tsx';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { groupDecided, type DecidedGroup, type Outcome } from './decided-groups.ts';
import { PayloadLinks } from './payload-names.tsx';

/** Shows the outcome for each store, including the decisions that failed. */
export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <ul className="grid max-h-80 gap-2 overflow-y-auto text-sm" aria-label="Decisions">
      {groupDecided(outcomes).map((group) => (
        <li key={group.key} data-decided={group.ids.join(' ')}>
          <Decided group={group} />
        </li>
      ))}
      {outcomes.map(({ payload, error }) =>
        error === null ? null : (
          <li key={payload.id} data-decided={payload.id}>
            <Badge tone="bad">not decided</Badge> payload <PayloadLinks ids={[payload.id]} /> of{' '}
            <strong>{payload.dispensary_name}</strong>
            <FailureWords error={error} />
          </li>
        ),
      )}
    </ul>
  );
}

function Decided({ group: { store, verdict, ids, tasks, before } }: { group: DecidedGroup }) {
  return (
    <>
      {verdict === 'confirmed' ? 'Confirmed' : 'Rejected'} {ids.length === 1 ? 'payload' : 'payloads'}{' '}
      <PayloadLinks ids={ids} /> of <strong>{store}</strong>
      {tasks.map(({ payload, id }) => (
        <span key={id}>
          , ingested by the{' '}
          <Link to="/tasks/$id" params={{ id }}>
            task of {payload}
          </Link>
        </span>
      ))}
      {before.map(({ payload, by, at }) => (
        <span key={payload}>
          ; payload {payload} was confirmed <Moment at={at} /> by {by}, and is not ingested again
        </span>
      ))}
    </>
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
