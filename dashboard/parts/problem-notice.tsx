import { ApiProblem } from '../../api-client/answer-of.ts';
import { Spans } from './spans.tsx';

/** Whether a retry may succeed. */
function mayPass(problem: ApiProblem | null): boolean {
  const status = problem?.status ?? null;
  return status === null || status >= 500 || [401, 408, 429].includes(status);
}

/** Shows an error, with the details by which it is found in the log. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <div role="alert" className="rounded-lg border border-(--bad) bg-(--bad-surface) p-3 text-(--bad)">
      <p className="font-semibold">{problem?.title ?? 'Something broke in this page'}</p>
      <p>
        <Spans text={error instanceof Error ? error.message : String(error)} />
      </p>
      {problem?.requestId ? (
        <p className="mt-1 text-sm">
          Request <code>{problem.requestId}</code>
        </p>
      ) : null}
      {onRetry === undefined || !mayPass(problem) ? null : (
        <button type="button" className="button mt-2 text-(--ink)" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
