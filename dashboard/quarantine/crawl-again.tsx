import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isAnswered, newIdempotencyKey } from '../../api-client/change-headers.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { startWork } from '../server/start-work.ts';
import { retryAfterMs, sendOneByOne, type Sent } from '../server/send-one-by-one.ts';

interface CrawlAgainShown {
  /** The ids of the stores. */
  stores: readonly number[];
  /** Why the user may not start crawls; null: they may. */
  whyNot: string | null;
}

/** Offers to crawl the stores of rejected menus again. Until that is done, the catalog keeps the previous menus of these stores. */
export function CrawlAgain({ stores, whyNot }: CrawlAgainShown) {
  const [isAsked, ask] = useState(false);
  const { started, start } = useStarted();
  const left = stores.filter((id) => !started.has(id));
  const named = `${inDigits(left.length)} ${left.length === 1 ? 'store' : 'stores'}`;
  return (
    <>
      {left.length === 0 ? null : (
        <ActionButton
          whyNot={whyNot}
          hint="Starts a crawl of each store whose menu was rejected."
          onClick={() => ask(true)}
        >
          {`Crawl ${named} again`}
        </ActionButton>
      )}
      {started.size === 0 ? null : <Started tasks={[...started.values()]} />}
      {isAsked ? (
        <QuestionDialog
          title={`Crawl ${named} again`}
          verb="Start"
          onConfirm={(reason) => start(left, reason)}
          onClose={() => ask(false)}
        >
          <p>
            A crawl of each store begins now, or goes on where one is running. Its menu is judged like any
            other.
          </p>
        </QuestionDialog>
      ) : null}
    </>
  );
}

/** The ids of the started tasks, by store. */
type StartedTasks = ReadonlyMap<number, string>;

function useStarted() {
  const [started, setStarted] = useState<StartedTasks>(new Map());
  // Each store has one idempotency key, so that a retry after a lost answer starts no second crawl.
  const keys = useRef(new Map<number, string>());
  async function startOne(store: number, reason: string): Promise<Sent> {
    const idempotencyKey = keys.current.get(store) ?? newIdempotencyKey();
    keys.current.set(store, idempotencyKey);
    const task = { role: 'payload_fetch', dispensary_id: store } as const;
    try {
      const { taskId, workflowId } = await startWork({ task }, { reason, idempotencyKey });
      setStarted((known) => new Map(known).set(store, taskId ?? workflowId));
      return 'sent';
    } catch (error) {
      const againAfterMs = error instanceof Error ? retryAfterMs(error) : null;
      if (againAfterMs !== null) return { againAfterMs };
      // The API stores a refusal with its key, so the next attempt needs a new key.
      if (isAnswered(error)) keys.current.delete(store);
      throw error;
    }
  }
  const start = (stores: readonly number[], reason: string): Promise<void> =>
    sendOneByOne(stores, (store) => startOne(store, reason), new AbortController().signal);
  return { started, start };
}

function Started({ tasks }: { tasks: readonly string[] }) {
  const [only] = tasks;
  return (
    <p role="status" className="self-center text-sm">
      {tasks.length === 1 && only !== undefined ? (
        <Link to="/tasks/$id" params={{ id: only }}>
          The crawl is started
        </Link>
      ) : (
        <Link to="/tasks" search={{ q: 'role:payload_fetch' }}>
          {inDigits(tasks.length)} crawls are started
        </Link>
      )}
      .
    </p>
  );
}
