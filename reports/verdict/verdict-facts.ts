import type { FailingStores, LastHour } from '../../db/queries/failures.ts';
import type { DoubtEndCounts } from '../../db/queries/doubt-ends.ts';
import type {
  OpenBreaker,
  OverdueStores,
  ProxyStanding,
  QuarantineStanding,
} from '../../db/queries/overview-figures.ts';
import type { StoppedTarget } from '../../db/queries/pace-control.ts';
import type { RetryingTasks } from '../../db/queries/retrying-work.ts';
import type { LedgerAge } from '../../db/queries/runs.ts';
import type { ListedWorker } from '../../db/queries/worker-registry.ts';
import type { DrainForecast } from '../drain-forecast.ts';
import type { ScheduleFault } from '../schedule-fault.ts';
import type { OpenWork } from './read-open-work.ts';

/** What there is to say first. */
export interface Verdict {
  /** `good`: nothing asks for a person. `degraded`: something does, and work goes on. `bad`: work of some kind does not go on. */
  verdict: 'good' | 'degraded' | 'bad';
  /** How many reasons need a person, such as `2 things need a person, 1 clears by itself`; null: there is no reason. */
  outlook: string | null;
  /** The worst first. */
  reasons: VerdictReason[];
}

/** Why it is not good. */
export interface VerdictReason {
  severity: 'degraded' | 'bad';
  /** Stable: programs may tell reasons apart by it. */
  code: string;
  /** A sentence. */
  words: string;
  /** Whether it clears without a person; null: not known. */
  clearsByItself: boolean | null;
  /** When it is expected to clear by itself, or the next attempt begins; null: not known, or it does not clear by itself. */
  clearsAt: Date | null;
  /** Where the dashboard shows it. */
  page: string;
  /** Where the API does. */
  api: string;
}

/** When a crawl started last, and the schedule that should start some. */
export interface RegularStarts {
  /** Null: none ever did. */
  lastStartAt: Date | null;
  /** The most frequent one that is not paused; null: there is none, or it goes by a calendar. */
  schedule: { id: string; intervalHours: number; nextRunAt: Date | null } | null;
}

/** What the verdict is judged by; null: who could tell it is away. */
export interface VerdictFacts {
  now: Date;
  /** Why Temporal cannot be asked; null: it can. */
  temporalAway: string | null;
  ledger: LedgerAge | null;
  open: OpenWork | null;
  workers:
    | Pick<
        ListedWorker,
        | 'friendly_name'
        | 'status'
        | 'resources'
        | 'clock_ahead_ms'
        | 'active_task_count'
        | 'last_heartbeat_at'
        | 'counts_as_lost_at'
        | 'crashes'
      >[]
    | null;
  roles: { role: string; pending: number; forecast: DrainForecast }[] | null;
  /** Tasks whose last attempt failed, by role and platform. */
  retrying: RetryingTasks[] | null;
  jobs: {
    pending: number;
    isServed: boolean;
    /** Types of jobs that wait and that no worker knows, the most frequent first. */
    unknownTypes: { jobType: string; count: number }[];
  } | null;
  lastHour: LastHour | null;
  failing: FailingStores | null;
  overdue: OverdueStores | null;
  crawls: RegularStarts | null;
  quarantine: QuarantineStanding | null;
  /** What their platform has probably renamed in the menus that most of them are alike; null: nothing, or it is not known. */
  renamed: { first: { from: string; to: string }; count: number } | null;
  /** What ends the doubts about them. */
  doubts: DoubtEndCounts | null;
  stopped: StoppedTarget[] | null;
  breakers: OpenBreaker[] | null;
  proxies: ProxyStanding | null;
  schedules: ({ id: string } & ScheduleFault)[] | null;
}
