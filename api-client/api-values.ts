// Made from the OpenAPI document by `node scripts/check-docs.ts --write`.

/** The possible values of some fields of a listed task, in the order of the OpenAPI document. */
export const TASK_VALUES = {
  "platform": [
    "dutchie",
    "blaze"
  ],
  "status": [
    "pending",
    "claimed",
    "running",
    "stale",
    "completed",
    "unconfirmed",
    "failed",
    "cancelled"
  ]
} as const;

/** The same of a job. */
export const JOB_VALUES = {
  "status": [
    "pending",
    "running",
    "completed",
    "failed",
    "cancelled"
  ]
} as const;

/** What the role of a task is searched by: the roles, and older words for several. */
export const ROLE_WORDS = [
  "store_discovery",
  "entry_point_discovery",
  "product_discovery",
  "payload_fetch",
  "product_refresh",
  "analytics_refresh",
  "proxy_probe",
  "storage_sweep",
  "product_resync"
] as const;

/** What each status means, in a sentence. */
export const STATUS_MEANINGS = {
  "tasks": {
    "pending": "No worker has it: it waits for a worker, for its time, for its next attempt, or between two stages.",
    "claimed": "A worker has it and has not reported progress yet.",
    "running": "A worker has it and sends heartbeats.",
    "stale": "A worker has it and has sent no heartbeat for 10 minutes.",
    "completed": "It succeeded.",
    "unconfirmed": "It fetched a menu that is doubted: nothing went into the catalog. If time can settle the doubt, the store is crawled again soon.",
    "failed": "It failed for good, was terminated, or timed out.",
    "cancelled": "A person cancelled it, perhaps before its time."
  },
  "jobs": {
    "pending": "No worker has it: it waits for a worker, its time, other jobs, or its next attempt.",
    "running": "A worker has it.",
    "completed": "It succeeded.",
    "failed": "It failed for good, was terminated, or timed out.",
    "cancelled": "A person cancelled it, or a job that it depends on did not complete (`on_failure`: `skip`)."
  },
  "workers": {
    "active": "It works and takes new tasks.",
    "backing_off": "It takes no new tasks for now, because its memory or processors are full or its clock is wrong. Its running tasks continue.",
    "draining": "It is shutting down: it takes no new tasks, and finishes its running ones.",
    "silent": "It has missed 3 heartbeats: it was killed, hangs, or is cut off. It is not counted as a worker.",
    "stopped": "It has ended.",
    "decommissioned": "It has ended, because a person asked it to stop.",
    "lost": "It has sent no heartbeat for 5 minutes, and did not report its end."
  }
} as const;
