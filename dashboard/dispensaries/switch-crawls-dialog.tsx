import { QuestionDialog } from '../parts/question-dialog.tsx';
import { switchCrawls, type Dispensary } from '../server/dispensaries-api.ts';

interface DialogShown {
  store: Dispensary;
  /** Called after the change. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** The dialog that leaves a dispensary alone. */
export function StopCrawlingDialog({ store: { id, name }, onDone, onClose }: DialogShown) {
  return (
    <QuestionDialog
      title={`Stop crawling ${name}`}
      verb="Stop crawling"
      onConfirm={async (reason) => {
        await switchCrawls(id, false, reason);
        await onDone();
      }}
      onClose={onClose}
    >
      <p>
        Schedules skip {name}, and nobody can start a crawl of it, until you let it be crawled again. A menu
        that is being fetched is fetched to its end and used. A task that still waits for its turn, or has to
        try again, then fails with <code>InvalidInput</code>: end it if you do not want that failure. The
        products stay as they are.
      </p>
    </QuestionDialog>
  );
}

/** The dialog that lets a dispensary be crawled again. */
export function CrawlAgainDialog({ store, onDone, onClose }: DialogShown) {
  const { id, name, closed_at: closedAt } = store;
  return (
    <QuestionDialog
      title={`Crawl ${name} again`}
      verb="Crawl again"
      onConfirm={async (reason) => {
        await switchCrawls(id, true, reason);
        await onDone();
      }}
      onClose={onClose}
    >
      <p>
        {closedAt === null
          ? `Schedules crawl ${name} again when it is due; nothing starts at once.`
          : `Crawls of ${name} can be started again. Schedules skip it as long as discovery finds it closed.`}{' '}
        Crawl now starts one.
      </p>
    </QuestionDialog>
  );
}
