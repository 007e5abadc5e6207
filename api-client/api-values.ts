// Made from the OpenAPI document by `node scripts/check-docs.ts --write`.

/** What fields of a listed task may be, in the order of the document. */
export const TASK_VALUES = {
  "role": [
    "store_discovery",
    "entry_point_discovery",
    "product_discovery",
    "payload_fetch",
    "product_refresh",
    "analytics_refresh",
    "proxy_probe",
    "storage_sweep"
  ],
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
