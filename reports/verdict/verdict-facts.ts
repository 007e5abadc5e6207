import type { FailingStores, LastHour } from '../../db/queries/failures.ts';
import type { DoubtEndCounts } from '../../db/queries/doubt-ends.ts';
import type {
  OpenBreaker,
  OverdueStores,
  ProxyStanding,
  QuarantineStanding,
  RejectedMenus,
} from '../../db/queries/overview-figures.ts';
import type { SlowedTarget, StoppedTarget } from '../../db/queries/pace-control.ts';
import type { RetryingTasks } from '../../db/queries/retrying-work.ts';
import type { LedgerAge } from '../../db/queries/runs.ts';
import type { ListedWorker } from '../../db/queries/worker-registry.ts';
import type { Disk } from '../../domain/disk.ts';
import type { DrainForecast } from '../drain-forecast.ts';
import type { ScheduleFault } from '../schedule-fault.ts';
import type { OpenWork } from './read-open-work.ts';

/** The health of the whole system, with reasons. */
export interface Verdict {
  /** `good`: nothing needs attention. `degraded`: something does, and work goes on. `bad`: some kind of work does not go on. */
  verdict: 'good' | 'degraded' | 'bad';
  /** How many reasons need a person, such as `2 things need a person, 1 clears by itself`; null: there is no reason. */
  outlook: string | null;
  /** The worst first. */
  reasons: VerdictReason[];
}

/** A reason why the verdict is not `good`. */
export interface VerdictReason {
  severity: 'degraded' | 'bad';
  /** Stable: programs may tell reasons apart by it. */
  code: string;
  /** One or more sentences. */
  words: string;
  /**
   * Sentences with the commands that act on the reason. The dashboard leaves them out: its page about the reason offers the same
   * actions.
   */
  remedy?: string;
  /** Whether it clears without a person; null: not known. */
  clearsByItself: boolean | null;
  /** When it is expected to clear by itself, or the next attempt begins; null: not known, or it does not clear by itself. */
  clearsAt: Date | null;
  /** The path of the dashboard's page that shows more about the reason. */
  page: string;
  /** The API's path that shows more about the reason. */
  api: string;
}

/** When a crawl started last, and the schedule that should start crawls. */
export interface RegularStarts {
  /** Null: no crawl ever started. */
  lastStartAt: Date | null;
  /** The most frequent schedule that is not paused and has an interval; null: there is none. */
  schedule: { id: string; intervalHours: number; nextRunAt: Date | null } | null;
}

/** Fields that a platform has probably renamed. */
interface RenamedFields {
  /** The field with the most equal values. */
  first: { from: string; to: string };
  count: number;
}

/** A disk, and who read it. */
export interface SeenDisk extends Disk {
  /** Such as `worker Kryll`. */
  seenBy: string;
}

/** The facts that the verdict is judged by; null: the server that knows the fact is away. */
export interface VerdictFacts {
  now: Date;
  /** Why Temporal is unavailable; null: it is available. */
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
        | 'is_late'
        | 'crashes'
      >[]
    | null;
  /** The disks of STORAGE_ROOT as the workers and the API read them, each once. */
  disks: SeenDisk[];
  roles: { role: string; pending: number; forecast: DrainForecast }[] | null;
  /** Tasks whose last attempt failed, by role and platform. */
  retrying: RetryingTasks[] | null;
  jobs: {
    pending: number;
    isServed: boolean;
    /** Job types with waiting jobs that no worker knows, the most frequent first. */
    unknownTypes: { jobType: string; count: number }[];
  } | null;
  lastHour: LastHour | null;
  failing: FailingStores | null;
  overdue: OverdueStores | null;
  crawls: RegularStarts | null;
  quarantine: QuarantineStanding | null;
  /** Null: none was rejected, or it is not known. */
  rejected: (RejectedMenus & { renamed: RenamedFields | null }) | null;
  /**
   * The fields that a platform has probably renamed in the largest group of doubted menus with the same fault; null: none, or not
   * known.
   */
  renamed: RenamedFields | null;
  /** What ends the doubts about the menus in quarantine. */
  doubts: DoubtEndCounts | null;
  stopped: StoppedTarget[] | null;
  slowed: SlowedTarget[] | null;
  breakers: OpenBreaker[] | null;
  proxies: ProxyStanding | null;
  schedules: ({ id: string } & ScheduleFault)[] | null;
}
