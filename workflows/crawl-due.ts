import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { CrawlDueInput, CrawlDueProgress, CrawlDueResult } from '../domain/crawl-due.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { fanOutActivities } from './activity-proxies.ts';
import { requireInput } from './require-input.ts';

/**
 * Starts a chain for every dispensary that is due, page by page from PostgreSQL. One activity a page keeps the
 * history short; a long one continues as new with the key it had reached.
 */
export async function crawlDue(input: CrawlDueInput): Promise<CrawlDueResult> {
  requireInput('crawlDue', input, {
    scope: (scope) => typeof scope === 'string' && /^(all|[A-Z]{2})$/.test(scope),
    intervalHours: (hours) => typeof hours === 'number' && hours >= 0,
  });
  const progress: CrawlDueProgress = input.progress ?? {
    afterId: 0,
    started: 0,
    alreadyRunning: 0,
    dueBefore: new Date(Date.now() - input.intervalHours * 3_600_000).toISOString(),
  };
  const { startDueCrawls } = fanOutActivities(`scope ${input.scope}: start what is due`);
  for (;;) {
    const page = await startDueCrawls({
      scope: input.scope,
      dueBefore: progress.dueBefore,
      afterId: progress.afterId,
      priority: input.priority ?? SCHEDULED_PRIORITY,
    });
    progress.started += page.started;
    progress.alreadyRunning += page.alreadyRunning;
    progress.afterId = page.lastId;
    setCurrentDetails(describe(progress));
    if (page.isLast)
      return {
        started: progress.started,
        alreadyRunning: progress.alreadyRunning,
        summary: describe(progress),
      };
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof crawlDue>({ ...input, progress });
  }
}

function describe({ started, alreadyRunning }: CrawlDueProgress): string {
  if (started + alreadyRunning === 0) return 'no dispensary needs a crawl';
  return `${started} chains started, ${alreadyRunning} were running already`;
}
