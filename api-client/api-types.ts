// Made from the OpenAPI document by `node scripts/check-docs.ts --write`.

export interface paths {
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and with what scope */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a key
         * @description Sets a cookie that the API accepts instead of a key for 12 hours, or until the key expires or is revoked. Scripts cannot read the cookie, and browsers send it to no other site. After ten wrong keys within a minute, an address has to wait.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description The browser deletes its cookie. To end all sessions of a key, revoke the key.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process answers */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether everything that the API needs is available */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What Prometheus scrapes */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams changes as server-sent events
         * @description Events `task`, `job`, `run` (any other workflow), `worker`, `quarantine`, `quality` (the problems of a dispensary) and `operation` (a change by the API or the command). They arrive within about a second of the change, or some seconds if only Temporal knows of it. A client that reconnects with `Last-Event-ID`, as browsers do, gets what it missed, from any API process and after a restart; `reset` if that is too much or too long ago: then reload everything. `alive` comes after five seconds without another event: a client that gets nothing for longer has lost the API.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who did what, when and why: the newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The health of the system: what is wrong, why, and whether it clears by itself
         * @description Read from the ledger, so it also answers while Temporal is away, and then says so. The failures and the past hours of the last day may be some seconds old if they take long to count.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/migration/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The legacy queue, compared with what does its work now */
        get: operations["getMigrationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/migration/disable-old-schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disable the schedules of the legacy system */
        post: operations["disableOldSchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/migration/cancel-pending-crawl-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel the work that waits in the legacy queues */
        post: operations["cancelPendingCrawlJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/migration/create-resync-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Crawl all stores, or those of a state */
        post: operations["createResyncTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/migration/full-migrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The whole migration: stop the legacy system, crawl all stores, discover stores, refresh the analytics */
        post: operations["migrateFully"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tasks, the newest first unless sorted otherwise */
        get: operations["listTasks"];
        put?: never;
        /** Start a task, now or later */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many tasks there are of each status */
        get: operations["countTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/capacity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The backlog of each role, and how many workers it needs */
        get: operations["getCapacity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/capacity/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The backlog of one role, and how many workers it needs */
        get: operations["getRoleCapacity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/role/{role}/last-completion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When work of each role was last completed */
        get: operations["getLastCompletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/role/{role}/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last completed work of a role */
        get: operations["listRecentCompletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/store/{id}/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a dispensary has an open task */
        get: operations["getActiveTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/generate/discovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look for stores */
        post: operations["generateDiscovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/generate/resync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Crawl every enabled dispensary once, spread over a day */
        post: operations["generateResync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel an open task */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/recover-stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restart stuck tasks */
        post: operations["recoverStaleTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start the work of a closed task once more */
        post: operations["retryTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job-queue/enqueue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Crawl one dispensary */
        post: operations["enqueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job-queue/enqueue-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Crawl some dispensaries, each with its own result */
        post: operations["enqueueBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job-queue/enqueue-state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Crawl every enabled dispensary of a state, due or not */
        post: operations["enqueueState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One task, with its stages and its open activity */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs, the newest first unless sorted otherwise */
        get: operations["listJobs"];
        put?: never;
        /** Start a job, now or later */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many jobs there are of each status */
        get: operations["countJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/job-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The registered job types, and the payload that each takes */
        get: operations["listJobTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a closed job again: from where it failed, or from the start with another payload */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One job, with its progress and its payload */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /** Delete a job that waits or has ended; the next sweep deletes its files */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        /** Edit a job that waits for its time or for a worker */
        patch: operations["editJob"];
        trace?: never;
    };
    "/api/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a job that waits or runs */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole result of a job, from its file if it is large */
        get: operations["getJobResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files that a job has stored, by name */
        get: operations["listJobFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/files/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file of a job, to be saved; its `ETag` is its SHA-256 */
        get: operations["getJobFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The events of the newest run of a job, the oldest first */
        get: operations["listJobEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The attempts of the newest run of a job, the oldest first */
        get: operations["listJobAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The lines that the newest run of a job has logged */
        get: operations["listJobLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credentials of jobs, without their values */
        get: operations["listCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credentials/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set a credential; one with this name is replaced */
        put: operations["setCredential"];
        post?: never;
        /** Delete a credential; jobs that ask for it fail */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts of jobs, with the proxy and browser profile that each keeps */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/accounts/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete the cookies and the pinned proxy of an account; its next session gets new ones */
        post: operations["resetAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scheduler/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The running jobs, how many wait, and whether a worker takes them */
        get: operations["getSchedulerStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fan-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fan-outs, the newest first */
        get: operations["listFanOuts"];
        put?: never;
        /** Crawl every enabled dispensary, or those of a state, due or not */
        post: operations["startFanOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fan-outs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One fan-out, with the counts of its chains */
        get: operations["getFanOut"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fan-outs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a fan-out; it starts nothing more */
        post: operations["cancelFanOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The address of any workflow in the Temporal Web UI */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the table of all runs has followed Temporal, and which process follows */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bulk actions, the newest first */
        get: operations["listBulkActions"];
        put?: never;
        /** Cancel, retry, start or delete all tasks or jobs that a filter matches */
        post: operations["startBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bulk-actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One bulk action, and what it has done */
        get: operations["getBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bulk-actions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a bulk action; it stops where it is */
        post: operations["cancelBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the schedules differ from their definitions in code and from the environment of the API */
        get: operations["diffSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create the schedules that are missing and bring the rest up to date; what operators changed is kept */
        post: operations["applySchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All schedules, which start work by themselves */
        get: operations["listSchedules"];
        put?: never;
        /** Make a schedule */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One schedule */
        get: operations["getSchedule"];
        /** Change a schedule; omitted fields stay unchanged */
        put: operations["updateSchedule"];
        post?: never;
        /** Delete a schedule; if code defines it, the next apply creates it again */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keep a schedule from firing */
        post: operations["pauseSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a schedule fire again */
        post: operations["resumeSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fire for each time of a period, at once and under its own overlap policy */
        post: operations["backfillSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fire a schedule now, paused or not */
        post: operations["triggerSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dispensaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Dispensaries, in the order of their ids */
        get: operations["listDispensaries"];
        put?: never;
        /** Adds a store by the address of its menu, and crawls it */
        post: operations["addDispensary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dispensaries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A dispensary */
        get: operations["getDispensary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes how a dispensary is crawled, from its next chain on */
        patch: operations["changeDispensary"];
        trace?: never;
    };
    "/api/dispensaries/named/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The dispensaries with an id or a slug
         * @description Stores of several platforms may have the same slug. If there is none, the response names similar slugs.
         */
        get: operations["findDispensaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dispensaries/{id}/crawl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Crawls a dispensary now, unless a crawl of it is running */
        post: operations["crawlDispensary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/locations/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stores that discovery found and left out, with the reasons, in the order of their ids */
        get: operations["listRejectedLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/locations/{id}/admit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a dispensary of a store that discovery left out, and crawls it */
        post: operations["admitLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products of the stores, in the order of their ids
         * @description A page may hold fewer products than `limit`, or none, even if more follow: see `next_cursor`.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A product, with its sizes */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prices and stock of a product, as each payload had it: the newest first */
        get: operations["listProductHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed between the crawls of each store: the newest payload first
         * @description A page may hold fewer changes than `limit`, or none, even if more follow: see `next_cursor`. A payload that is ingested late appears at the time at which it was fetched.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/dispensary-overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of each store
         * @description The time of the last refresh of the analytics, which the rows show.
         */
        get: operations["listDispensaryOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/brand-presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The number of stores that have each brand, by state and category
         * @description The time of the last refresh of the analytics, which the rows show.
         */
        get: operations["listBrandPresence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/current-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Current prices, by brand, category and state
         * @description The time of the last refresh of the analytics, which the rows show.
         */
        get: operations["listCurrentPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/price-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prices of the last 90 days, by product and day
         * @description The time of the last refresh of the analytics, which the rows show.
         */
        get: operations["listPriceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is out of stock, by store and brand
         * @description The time of the last refresh of the analytics, which the rows show.
         */
        get: operations["listAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/assortment-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products that were added and removed, by store and day
         * @description The time of the last refresh of the analytics, which the rows show.
         */
        get: operations["listAssortmentChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The number of dispensaries with each problem, by platform, with an example of each problem, and the fields that drift */
        get: operations["getQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/quality/dispensaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Dispensaries with a problem, in the order of their ids, with the values that show it */
        get: operations["listQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Doubted payloads that wait for a decision, the newest first */
        get: operations["listQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirms a payload of the quarantine, which ingests it, or rejects it */
        post: operations["decidePayload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ingests a stored payload again, with the current rules */
        post: operations["refreshPayload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Payloads that can be ingested again: by dispensary, the oldest of each first */
        get: operations["listReplayablePayloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What another ingest of a payload, with the current rules, would change in its snapshots */
        get: operations["previewReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stored payloads, the newest first */
        get: operations["listPayloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/store/{dispensaryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The payloads of a store */
        get: operations["listPayloadsOfStore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/store/{dispensaryId}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest accepted payload of a store */
        get: operations["getLatestPayload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A payload, with everything known about it */
        get: operations["getPayload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/{id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The content of a payload file; each product is exactly as the platform sent it */
        get: operations["getPayloadData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/store/{dispensaryId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What changed between two payloads of a store, by default the last two */
        get: operations["diffPayloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fields that vanished or appeared since the last accepted payload of the store, and those that were probably renamed */
        get: operations["comparePayloadFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payloads/{id}/misses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Products of the store that a payload lacks, and which of them go out of stock if the payload is ingested now */
        get: operations["previewMisses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/img/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A stored picture, in the requested size and format */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The limits of each platform over all workers, what slows it down, and whether it is stopped */
        get: operations["listPlatforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set limits of a platform; each worker applies them from its next request on */
        patch: operations["setPlatformLimits"];
        trace?: never;
    };
    "/api/platforms/{name}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop every request to a platform, on all workers; its work waits */
        post: operations["stopPlatform"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/{name}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a stopped platform again; work that waits for it continues within a minute */
        post: operations["startPlatform"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every proxy with its health, without passwords */
        get: operations["listProxies"];
        put?: never;
        /** Add a proxy, or update a known one */
        post: operations["addProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A proxy with its health */
        get: operations["getProxy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add the proxies of a list: all of them, or none when a line is wrong */
        post: operations["importProxies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request the address echo through a proxy, as a crawl does; changes nothing */
        post: operations["testProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put proxies into use, all of them or none if one is unknown; their earlier failures do not count any more */
        post: operations["enableProxies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take proxies out of use until they are enabled again: all of them, or none when one is unknown */
        post: operations["disableProxies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a proxy into use; its earlier failures do not count any more */
        post: operations["enableProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proxies/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a proxy out of use until it is enabled again */
        post: operations["disableProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roles of work */
        get: operations["listWorkerRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workers in the registry, as of their last heartbeats */
        get: operations["listWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many workers there are of each status */
        get: operations["countWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry/pods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pods of the live workers, with the memory of each */
        get: operations["listPods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A worker, as of its last heartbeat */
        get: operations["getWorker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register an external worker, which runs outside this system */
        post: operations["registerWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report what an external worker is doing */
        post: operations["recordHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-registry/{id}/decommission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a worker: it takes no new work, finishes its running work, and ends */
        post: operations["decommissionWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All API keys, including revoked ones, without their secrets */
        get: operations["listKeys"];
        put?: never;
        /** Make a key; the first one is made by the command, which needs access to the database */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a key with the name and the scope of another one, which stays valid for a while */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a key; it is refused within two seconds */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workers/k8s/replicas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many worker pods exist, and how many are wanted */
        get: operations["getWorkerReplicas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workers/k8s/scale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set how many worker pods are wanted, within the bounds */
        post: operations["scaleWorkers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Session: {
            /** @description False: nobody is signed in. */
            signed_in: boolean;
            /**
             * @description `session`: by the cookie. `key`: by a key in this request. `open`: no key was ever made, and only this machine can reach the API. Null: nobody is signed in.
             * @enum {string|null}
             */
            by: "session" | "key" | "open" | null;
            /** @description False while the API is open to this machine. */
            keys_required: boolean;
            /** @description The id of the key; `local` while the API is open. */
            id: string | null;
            /** @description The name of the key. */
            name: string | null;
            /** @enum {string|null} */
            scope: "read" | "operate" | "admin" | null;
            /** @description The scopes that this allows. */
            scopes: ("read" | "operate" | "admin")[];
            /**
             * Format: date-time
             * @description When the session ends; null: nobody is signed in, or the key never expires.
             * @example 2026-01-10T06:00:00.000Z
             */
            expires_at: string | null;
            /** @description Why the session of this request ended; null: there was none, or it is still valid. */
            ended_because: string | null;
            /**
             * @description How to call the command here (CRAWLCHAIN_COMMAND); callers who are not signed in get the usual call, unless only this machine can reach the API.
             * @example npx crawlchain
             */
            command: string;
        };
        /** @description What went wrong, in the form of RFC 9457. */
        Problem: {
            /** @description `urn:crawlchain:problem:`, followed by the code. */
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "bad-input" | "bad-cursor" | "unauthenticated" | "unknown-key" | "forbidden" | "private-address" | "bad-signature" | "cross-site" | "not-found" | "not-allowed" | "conflict" | "idempotency-key-in-use" | "too-large" | "not-json" | "not-text" | "bad-range" | "impossible" | "too-broad" | "idempotency-key-reused" | "rate-limited" | "internal" | "statefulset-not-found" | "kubernetes-conflict" | "kubernetes-forbidden" | "kubernetes-unreachable" | "not-in-kubernetes" | "password-key-missing" | "too-many-streams" | "temporal-unavailable" | "database-unavailable";
            detail: string;
            errors?: {
                /** @enum {string} */
                in: "body" | "query" | "path" | "header";
                /** @description A JSON pointer (RFC 6901) into that part of the request. */
                pointer: string;
                detail: string;
            }[];
            request_id: string;
        };
        SignIn: {
            /** @description An API key, as `crawlchain keys create` prints it. */
            key: string;
        };
        Readiness: {
            ready: boolean;
            /**
             * Format: uuid
             * @description The installation that this API belongs to: the id in its database. Null: the database does not answer.
             */
            instance: string | null;
            checks: {
                database: {
                    ready: boolean;
                    /** @description Why the part is not ready. */
                    reason: string | null;
                };
                temporal: {
                    ready: boolean;
                    /** @description Why the part is not ready. */
                    reason: string | null;
                };
                storage: {
                    ready: boolean;
                    /** @description Why the part is not ready. */
                    reason: string | null;
                };
            };
        };
        AuditEntry: {
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            at: string;
            request_id: string;
            /** @description The caller: the id of a key; `local`; or for the command, `command:user@machine`. */
            actor: string;
            actor_name: string;
            address: string | null;
            /** @description The HTTP method, or `COMMAND`. */
            method: string;
            /** @description The path of the request; for the command, its words. */
            path: string;
            /** @description What `X-Reason` or `--reason` said. */
            reason: string | null;
            /** @description For a bulk action: the action, its filter, and how many tasks or jobs match. Null: the path and the body show the request. */
            summary: string | null;
            /** @description The body without secrets. A body of more than 4,000 characters is kept as its `beginning`, the number of `characters` sent, and their `sha256`, which is null if a field was removed. A list of proxies, or a body that is not JSON, is kept as its number of `characters` only. */
            body?: unknown;
            /** @description The status of the response, or the exit code of the command. Null: there was none, or it may still come; see `outcome`. */
            status: number | null;
            /**
             * @description `interrupted`: the API or the database ended before the response, so the change may or may not have been made; a request counts as interrupted after ten minutes. Null: it may still be running.
             * @enum {string|null}
             */
            outcome: "done" | "failed" | "refused" | "interrupted" | null;
        };
        Overview: {
            /**
             * Format: date-time
             * @description The overview has everything that began or ended before this time; null: nothing was read yet.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: this is the state at `as_of`; nothing newer is known. */
            stale: boolean;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            generated_at: string;
            temporal: {
                available: boolean;
                reason: string | null;
                /** @description The workflows of the namespace in the Temporal Web UI; null: TEMPORAL_UI_URL is not set. */
                ui_url: string | null;
            };
            /**
             * @description `degraded`: something needs a person, but work goes on. `bad`: work of some kind has stopped.
             * @enum {string}
             */
            verdict: "good" | "degraded" | "bad";
            /**
             * @description How many of the reasons need a person; null: there is no reason.
             * @example 2 things need a person, 1 clears by itself
             */
            outlook: string | null;
            /** @description The worst first. */
            reasons: {
                /** @enum {string} */
                severity: "degraded" | "bad";
                /** @description A stable code, by which programs may tell reasons apart. */
                code: string;
                /** @description What is wrong, and what a person can do. */
                words: string;
                /**
                 * @description Sentences with the commands that act on it, to read after `words`; null: none.
                 * @example `npx crawlchain proxies list` shows them.
                 */
                remedy: string | null;
                /** @description False: the reason stays until a person acts. Null: not known. */
                clears_by_itself: boolean | null;
                /**
                 * Format: date-time
                 * @description When it is expected to clear by itself, or the next attempt begins; null: not known.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                clears_at: string | null;
                /** @description The path of the dashboard’s page that shows more about the reason. */
                page: string;
                /** @description The path of the API that shows more about the reason. */
                api: string;
            }[];
            /**
             * Format: date-time
             * @description When the figures of the last day begin, at a full hour (UTC).
             * @example 2026-01-10T06:00:00.000Z
             */
            since: string;
            counts: {
                pending: number;
                running: number;
                completed: number;
                /** @description How many of the `completed` ones have a doubted menu. */
                unconfirmed: number;
                failed: number;
                /** @description True: more tasks wait than were counted. */
                pending_more: boolean;
                tasks: {
                    pending: number;
                    running: number;
                    completed: number;
                    /** @description How many of the `completed` ones have a doubted menu. */
                    unconfirmed: number;
                    failed: number;
                };
                jobs: {
                    pending: number;
                    running: number;
                    completed: number;
                    /** @description How many of the `completed` ones have a doubted menu. */
                    unconfirmed: number;
                    failed: number;
                };
            };
            /** @description Pending tasks that wait for their scheduled time; `retries` of these repeat the work of a failed chain. */
            scheduled: {
                count: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                next_at: string | null;
                retries: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                next_retry_at: string | null;
            };
            hours: {
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                hour: string;
                completed: number;
                unconfirmed: number;
                failed: number;
                cancelled: number;
            }[];
            capacity: {
                /**
                 * Format: date-time
                 * @description The overview has everything that began or ended before this time; null: nothing was read yet.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                as_of: string | null;
                /** @description True: this is the state at `as_of`; nothing newer is known. */
                stale: boolean;
                roles: {
                    /** @enum {string} */
                    role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
                    pending: number;
                    running: number;
                    active_workers: number;
                    completed_last_hour: number;
                    failed_last_hour: number;
                    arrivals_per_hour: number;
                    forecast: {
                        /** @enum {string} */
                        state: "clears" | "stalled" | "grows" | "unknown";
                        /** @example clears in 35 min */
                        words: string;
                        minutes: number | null;
                        growth_per_minute: number | null;
                        /**
                         * @description Why the backlog does not clear within an hour. `failures`: all attempts fail.
                         * @enum {string|null}
                         */
                        bound_by: "workers" | "platform" | "database" | "memory" | "proxies" | "failures" | null;
                    };
                    workers_needed: {
                        for_1_hour: number | null;
                        for_4_hours: number | null;
                        for_8_hours: number | null;
                    };
                }[];
                /** @description The tasks that download images. They count for no role. */
                images: {
                    pending: number;
                    running: number;
                };
            };
            running: {
                items: {
                    /** @enum {string} */
                    of: "tasks" | "jobs";
                    id: string;
                    workflow_id: string;
                    run_id: string;
                    /** @description The dispensary, or the type of the job. */
                    title: string;
                    role: string | null;
                    platform: string | null;
                    /** @enum {string} */
                    status: "pending" | "claimed" | "running" | "stale";
                    /** @enum {string|null} */
                    stage: "fetch" | "ingest" | "images" | null;
                    worker_id: string | null;
                    worker_name: string | null;
                    /**
                     * Format: date-time
                     * @example 2026-01-10T06:00:00.000Z
                     */
                    started_at: string | null;
                    /**
                     * Format: date-time
                     * @example 2026-01-10T06:00:00.000Z
                     */
                    last_heartbeat_at: string | null;
                    progress_percent: number | null;
                    progress_message: string | null;
                }[];
                more: boolean;
            };
            quarantine: {
                waiting: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                oldest_at: string | null;
                /** @description The newest menu of each store, the newest first. */
                items: {
                    id: number;
                    dispensary_id: number;
                    dispensary_name: string;
                    /**
                     * Format: date-time
                     * @example 2026-01-10T06:00:00.000Z
                     */
                    fetched_at: string;
                    product_count: number;
                    suspicion: string;
                    /** @description How many menus of the store wait, including this one. */
                    waiting: number;
                }[];
            };
            stopped_targets: {
                target: string;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                stopped_at: string;
                because: string;
            }[];
            breakers: {
                target: string;
                /**
                 * Format: date-time
                 * @description Since when it refuses every proxy.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @description When a single request tries it again.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                open_until: string;
                /** @description The pauses so far. */
                openings: number;
                /** @description Whether a single request tries it now. */
                being_tried: boolean;
                /** @description What it answered last; null: the record was deleted. */
                last_refusal: string | null;
            }[];
            proxies: {
                active: number;
                others: number;
                /** @description How many of the others rest after failures, and are probed automatically. */
                resting: number;
                /**
                 * Format: date-time
                 * @description When the first of the resting proxies is probed.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                next_ready_at: string | null;
                /**
                 * Format: date-time
                 * @description Since when no active proxy reaches the echo service; null: one does, or none was tried.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                unreached_since: string | null;
            };
            /** @description The live workers; `silent` ones have missed three heartbeats. */
            workers: {
                active: number;
                backing_off: number;
                draining: number;
                silent: number;
            };
            /** @description Null: Temporal, which knows them, has not answered yet. */
            schedules: {
                /**
                 * Format: date-time
                 * @description The overview has everything that began or ended before this time; null: nothing was read yet.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                as_of: string | null;
                /** @description True: this is the state at `as_of`; nothing newer is known. */
                stale: boolean;
                total: number;
                enabled: number;
                faults: {
                    id: string;
                    /** @enum {string} */
                    state: "failed" | "late";
                    words: string;
                }[];
            } | null;
            failures: {
                total: number;
                groups: {
                    /** @enum {string} */
                    of: "tasks" | "jobs";
                    kind: string | null;
                    /** @description What happens after a failure of this kind. */
                    meaning: string | null;
                    platform: string | null;
                    /** @description The dispensary, if all of them belong to one. */
                    dispensary_id: number | null;
                    dispensary_name: string | null;
                    /** @description The message of the newest failure. */
                    message: string;
                    /** @description How many the list shows: every failed task, and every job whose newest run failed. */
                    count: number;
                    /** @description How many of these are tasks whose dispensary has completed a task since. Jobs that completed since are not counted at all. */
                    recovered: number;
                    /** @description How many of these are tasks of dispensaries whose crawls are switched off: nothing retries them. Those that recovered do not count. */
                    stopped: number;
                    /** @description How many of these are tasks that are retried automatically: a retry waits for its time or is running. */
                    retrying: number;
                    /**
                     * Format: date-time
                     * @description When the next of these retries is due.
                     * @example 2026-01-10T06:00:00.000Z
                     */
                    next_retry_at: string | null;
                    /**
                     * Format: date-time
                     * @example 2026-01-10T06:00:00.000Z
                     */
                    last_at: string;
                    /** @description The failures in each of `hours`. */
                    by_hour: number[];
                    /**
                     * @description The last three hours compared with the three before.
                     * @enum {string}
                     */
                    trend: "rising" | "falling" | "steady";
                    /** @description A filter for `POST /api/bulk-actions`. It matches these failures, and others with the same words in their message. */
                    filter: {
                        [key: string]: string;
                    };
                }[];
                more: boolean;
            };
        };
        /** @description The legacy queue and ours; null for a table that does not exist. */
        MigrationStatus: {
            /**
             * @description The database with the tables of the legacy queue.
             * @enum {string}
             */
            source: "LEGACY_DATABASE_URL" | "DATABASE_URL";
            old: {
                worker_tasks: {
                    total: number;
                    by_status: {
                        [key: string]: number;
                    };
                } | null;
                dispensary_crawl_jobs: {
                    total: number;
                    by_status: {
                        [key: string]: number;
                    };
                } | null;
                task_schedules: {
                    total: number;
                    /** @description How many are enabled; null: no column tells. */
                    enabled: number | null;
                } | null;
                job_schedules: {
                    total: number;
                    /** @description How many are enabled; null: no column tells. */
                    enabled: number | null;
                } | null;
                job_run_logs: {
                    total: number;
                } | null;
                dispensaries: {
                    total: number;
                    crawl_enabled: number;
                } | null;
            };
            new: {
                tasks: {
                    total: number;
                    by_status: {
                        [key: string]: number;
                    };
                };
                schedules: {
                    total: number;
                    enabled: number;
                };
                dispensaries: {
                    total: number;
                    crawl_enabled: number;
                };
            };
            /** @description The steps that remain; empty: none. */
            remaining: string[];
        };
        DisabledSchedules: {
            dry_run: boolean;
            schedules: {
                table: string;
                /** @description Null: the schedules cannot be disabled here; `reason` says why. */
                disabled: number | null;
                names: string[];
                already_disabled: number | null;
                /** @description What a person has to do; null: nothing. */
                reason: string | null;
            }[];
        };
        CancelledJobs: {
            dry_run: boolean;
            queues: {
                table: string;
                cancelled: number;
                /** @description The new status, in the words of the table. */
                status: string;
                /** @description Work in progress, which is left to the old workers. */
                under_way: number;
                under_way_ids: string[];
            }[];
        };
        StartedResync: {
            dry_run: boolean;
            /** @description `all`, or a state. */
            scope: string;
            /** @description How many stores are crawled. */
            dispensaries: number;
            /** @description How many stores are skipped, because a crawl of them began within the last hour. */
            left_alone: number;
            workflow_id: string;
            /** @description The id of the run; null: a dry run would start one. */
            run_id: string | null;
            /**
             * @description A workflow that is already running continues, and no second one is started; a dry run reports the same.
             * @enum {string}
             */
            outcome: "started" | "already running" | "would start";
        };
        FullMigration: {
            dry_run: boolean;
            disabled_schedules: {
                table: string;
                /** @description Null: the schedules cannot be disabled here; `reason` says why. */
                disabled: number | null;
                names: string[];
                already_disabled: number | null;
                /** @description What a person has to do; null: nothing. */
                reason: string | null;
            }[];
            cancelled_work: {
                table: string;
                cancelled: number;
                /** @description The new status, in the words of the table. */
                status: string;
                /** @description Work in progress, which is left to the old workers. */
                under_way: number;
                under_way_ids: string[];
            }[];
            resync: {
                /** @description `all`, or a state. */
                scope: string;
                /** @description How many stores are crawled. */
                dispensaries: number;
                /** @description How many stores are skipped, because a crawl of them began within the last hour. */
                left_alone: number;
                workflow_id: string;
                /** @description The id of the run; null: a dry run would start one. */
                run_id: string | null;
                /**
                 * @description A workflow that is already running continues, and no second one is started; a dry run reports the same.
                 * @enum {string}
                 */
                outcome: "started" | "already running" | "would start";
            };
            discovery: {
                workflow_id: string;
                /** @description The id of the run; null: a dry run would start one. */
                run_id: string | null;
                /**
                 * @description A workflow that is already running continues, and no second one is started; a dry run reports the same.
                 * @enum {string}
                 */
                outcome: "started" | "already running" | "would start";
            };
            analytics: {
                workflow_id: string;
                /** @description The id of the run; null: a dry run would start one. */
                run_id: string | null;
                /**
                 * @description A workflow that is already running continues, and no second one is started; a dry run reports the same.
                 * @enum {string}
                 */
                outcome: "started" | "already running" | "would start";
            };
        };
        ListedTask: {
            id: string;
            workflow_id: string;
            run_id: string;
            /** @enum {string} */
            role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
            dispensary_id: number | null;
            dispensary_name: string | null;
            /** @enum {string|null} */
            platform: "dutchie" | "blaze" | null;
            state_code: string | null;
            /** @enum {string} */
            status: "pending" | "claimed" | "running" | "stale" | "completed" | "unconfirmed" | "failed" | "cancelled";
            /**
             * @description The current stage of an open chain.
             * @enum {string|null}
             */
            stage: "resolve" | "fetch" | "ingest" | "images" | null;
            priority: number | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; for a task that has ended, its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any outcome.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_heartbeat_at: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description The attempts of its stages after their first, plus the failed runs before it. */
            retry_count: number;
            /** @description How many times the whole task is retried. */
            max_retries: number | null;
            /** @description Who requested it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Everything that holds an open task, job or fan-out back, in words; null: nothing known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
        };
        TaskCounts: {
            counts: {
                pending: number;
                claimed: number;
                running: number;
                stale: number;
                completed: number;
                unconfirmed: number;
                failed: number;
                cancelled: number;
            };
            by_role: {
                store_discovery?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
                entry_point_discovery?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
                product_discovery?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
                payload_fetch?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
                product_refresh?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
                analytics_refresh?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
                proxy_probe?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
                storage_sweep?: {
                    pending: number;
                    claimed: number;
                    running: number;
                    stale: number;
                    completed: number;
                    unconfirmed: number;
                    failed: number;
                    cancelled: number;
                };
            };
            /** @description Statuses with more than 10000 tasks of some role; their count is shown as 10000. */
            more: ("pending" | "claimed" | "running" | "stale" | "completed" | "unconfirmed" | "failed" | "cancelled")[];
            /**
             * Format: date-time
             * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
            stale: boolean;
        };
        Capacity: {
            /** @enum {string} */
            role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
            /** @description Tasks that no worker has. */
            pending_tasks: number;
            /** @description The pending tasks that a worker could take now. */
            ready_tasks: number;
            claimed_tasks: number;
            running_tasks: number;
            completed_last_hour: number;
            failed_last_hour: number;
            active_workers: number;
            avg_duration_sec: number | null;
            tasks_per_worker_hour: number | null;
            estimated_hours_to_drain: number | null;
            /** @description Tasks an hour by which the backlog grows if it never drains; null: it drains, or this is not known. */
            growth_per_hour: number | null;
            workers_needed: {
                for_1_hour: number | null;
                for_4_hours: number | null;
                for_8_hours: number | null;
            };
            bound_by: {
                /** @enum {string|null} */
                for_1_hour: "platform" | "database" | "memory" | null;
                /** @enum {string|null} */
                for_4_hours: "platform" | "database" | "memory" | null;
                /** @enum {string|null} */
                for_8_hours: "platform" | "database" | "memory" | null;
            };
            arrivals_per_hour: number;
            upstream_tasks: number;
            slot_seconds: number | null;
            slots_per_worker: number;
            queues: {
                queue: string;
                backlog: number;
                oldest_age_sec: number;
                added_per_hour: number;
                dispatched_per_hour: number;
            }[];
        };
        Task: {
            id: string;
            workflow_id: string;
            run_id: string;
            /** @enum {string} */
            role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
            dispensary_id: number | null;
            dispensary_name: string | null;
            /** @enum {string|null} */
            platform: "dutchie" | "blaze" | null;
            state_code: string | null;
            /** @enum {string} */
            status: "pending" | "claimed" | "running" | "stale" | "completed" | "unconfirmed" | "failed" | "cancelled";
            /**
             * @description The current stage of an open chain.
             * @enum {string|null}
             */
            stage: "resolve" | "fetch" | "ingest" | "images" | null;
            priority: number | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; for a task that has ended, its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any outcome.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_heartbeat_at: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description The attempts of its stages after their first, plus the failed runs before it. */
            retry_count: number;
            /** @description How many times the whole task is retried. */
            max_retries: number | null;
            /** @description Who requested it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
        };
        StartedTask: {
            id: string;
            workflow_id: string;
            run_id: string;
            /** @enum {string} */
            role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
            dispensary_id: number | null;
            dispensary_name: string | null;
            /** @enum {string|null} */
            platform: "dutchie" | "blaze" | null;
            state_code: string | null;
            /** @enum {string} */
            status: "pending" | "claimed" | "running" | "stale" | "completed" | "unconfirmed" | "failed" | "cancelled";
            /**
             * @description The current stage of an open chain.
             * @enum {string|null}
             */
            stage: "resolve" | "fetch" | "ingest" | "images" | null;
            priority: number | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; for a task that has ended, its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any outcome.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_heartbeat_at: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description The attempts of its stages after their first, plus the failed runs before it. */
            retry_count: number;
            /** @description How many times the whole task is retried. */
            max_retries: number | null;
            /** @description Who requested it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /** @description True: the same work was already open; its priority was raised if this request is more urgent. */
            already_running: boolean;
        };
        NewTask: {
            /** @enum {string} */
            role: "payload_fetch" | "product_discovery" | "product_resync";
            /** @example 1 */
            dispensary_id: number;
            /**
             * @description The platform of the dispensary; may be omitted.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /** @description False skips the pictures. */
            images?: boolean;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description The earliest start; a time in the past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How many times the whole task is retried after a failure, in addition to the retries of its stages. Default: 3 for a chain, otherwise 0. */
            max_retries?: number;
        } | {
            /** @enum {string} */
            role: "entry_point_discovery";
            /** @example 1 */
            dispensary_id: number;
            /**
             * @description The platform of the dispensary; may be omitted.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description The earliest start; a time in the past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How many times the whole task is retried after a failure, in addition to the retries of its stages. Default: 3 for a chain, otherwise 0. */
            max_retries?: number;
        } | {
            /** @enum {string} */
            role: "product_refresh";
            payload: {
                payload_id: number;
            };
            /** @example 1 */
            dispensary_id?: number;
            /**
             * @description The platform of the dispensary; may be omitted.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description The earliest start; a time in the past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How many times the whole task is retried after a failure, in addition to the retries of its stages. Default: 3 for a chain, otherwise 0. */
            max_retries?: number;
        } | {
            /** @enum {string} */
            role: "store_discovery";
            /** @enum {string} */
            platform?: "dutchie" | "blaze";
            /**
             * @description The two letters of a state or province.
             * @example AZ
             */
            state_code?: string;
            /**
             * @description Several states, instead of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[];
            /**
             * @description Searches only this city of the state.
             * @example Phoenix
             */
            city?: string;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description The earliest start; a time in the past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How many times the whole task is retried after a failure, in addition to the retries of its stages. Default: 3 for a chain, otherwise 0. */
            max_retries?: number;
        } | {
            /** @enum {string} */
            role: "analytics_refresh" | "proxy_probe" | "storage_sweep";
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description The earliest start; a time in the past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How many times the whole task is retried after a failure, in addition to the retries of its stages. Default: 3 for a chain, otherwise 0. */
            max_retries?: number;
        };
        NewDiscovery: {
            /** @enum {string} */
            platform?: "dutchie" | "blaze";
            /**
             * @description The two letters of a state or province.
             * @example AZ
             */
            state_code?: string;
            /**
             * @description Several states, instead of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[];
            /**
             * @description Searches only this city of the state.
             * @example Phoenix
             */
            city?: string;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
        };
        StartedFanOut: {
            /** @description The id for `/api/fan-outs/{id}`. While the fan-out waits for its time, it is a task: the id for `/api/tasks/{id}`. */
            id: string;
            workflow_id: string;
            run_id: string;
            /** @description `all`, or a state. */
            scope: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            /** @description How many dispensaries are enabled in this scope now. */
            dispensaries: number;
            already_running: boolean;
            /** @description The progress of the fan-out that was already running; null: Temporal did not report it. */
            running: components["schemas"]["FanOut"] | null;
            /** @description A sentence about the fan-out that was already running, and how to stop it; null: this request started a new one. */
            detail: string | null;
        };
        FanOut: {
            id: string;
            workflow_id: string;
            /** @description The id of its first run; its chains have it as their search attribute `FanOut`. */
            run_id: string;
            /** @description `all`, or a state. */
            scope: string;
            /**
             * @description Null: all platforms.
             * @enum {string|null}
             */
            platform: "dutchie" | "blaze" | null;
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled";
            cancel_requested: boolean;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ended, with any outcome; its chains may continue.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /** @description A dispensary was due if its last crawl was longer ago than this. 0: every enabled dispensary was due. */
            interval_hours: number;
            priority: number;
            /** @description How many of its chains may be open at once. */
            window: number;
            /** @description The hours over which its batches start; null: it has no batches. */
            over_hours: number | null;
            batches: number | null;
            /** @description How many batches have begun; null: not known, or the fan-out has ended. */
            batches_begun: number | null;
            /**
             * Format: date-time
             * @description When the next batch begins; it begins later if the previous one still waits for room in the window.
             * @example 2026-01-10T06:00:00.000Z
             */
            next_batch_at: string | null;
            /** @description Null while no worker reports it. */
            chains_started: number | null;
            /** @description Dispensaries that already had an open chain, so that none was started. */
            chains_running_before: number | null;
            /** @description How many of its chains are open. Null in lists, if the fan-out has ended. */
            chains_open: number | null;
            chains_completed: number | null;
            /** @description How many of its chains ended without an ingest, because the menu is doubted. */
            chains_unconfirmed: number | null;
            chains_failed: number | null;
            /** @description The progress that the fan-out reports, in words. */
            summary: string | null;
            error: string | null;
        };
        NewResync: {
            /** @default 6 */
            batches_per_day: number;
            /**
             * Format: date
             * @description The day to begin (UTC); today means now.
             * @example 2026-01-10
             */
            date?: string;
            /**
             * @description The two letters of a state or province.
             * @example AZ
             */
            state_code?: string;
            /** @enum {string} */
            platform?: "dutchie" | "blaze";
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /** @description False skips the pictures. */
            images?: boolean;
        };
        RecoveredTasks: {
            threshold_minutes: number;
            dry_run: boolean;
            /** @description How many tasks were restarted. */
            recovered: number;
            tasks: {
                task: components["schemas"]["Task"];
                activity: string;
                attempt: number;
                worker_id: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                last_heard_at: string;
                /** @enum {string} */
                outcome: "reset" | "gone" | "unsupported" | "found";
            }[];
        };
        RecoverStale: {
            /** @default 10 */
            threshold_minutes: number;
            /** @default false */
            dry_run: boolean;
        };
        RetryTask: {
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
        };
        NewJob: {
            /**
             * @default payload_fetch
             * @enum {string}
             */
            role: "payload_fetch" | "product_discovery" | "product_resync";
            /** @example 1 */
            dispensary_id: number;
            /**
             * @description The platform of the dispensary; may be omitted.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /** @description False skips the pictures. */
            images?: boolean;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description The earliest start; a time in the past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How many times the whole task is retried after a failure, in addition to the retries of its stages. Default: 3 for a chain, otherwise 0. */
            max_retries?: number;
        };
        StartedBatch: {
            started: number;
            already_running: number;
            refused: number;
            /** @description Dispensaries whose crawl Temporal did not start in time; send them again. */
            no_answer: number;
            items: {
                dispensary_id: number;
                /** @enum {string} */
                outcome: "started" | "already_running" | "not_found" | "not_enabled" | "no_answer";
                task_id: string | null;
            }[];
        };
        NewBatch: {
            dispensary_ids: number[];
            /**
             * @default payload_fetch
             * @enum {string}
             */
            role: "payload_fetch" | "product_discovery" | "product_resync";
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /** @description False skips the pictures. */
            images?: boolean;
        };
        NewStateCrawl: {
            /**
             * @description The two letters of a state or province.
             * @example AZ
             */
            state_code: string;
            /** @enum {string} */
            platform?: "dutchie" | "blaze";
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /** @description False skips the pictures. */
            images?: boolean;
        };
        TaskDetail: {
            id: string;
            workflow_id: string;
            run_id: string;
            /** @enum {string} */
            role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
            dispensary_id: number | null;
            dispensary_name: string | null;
            /** @enum {string|null} */
            platform: "dutchie" | "blaze" | null;
            state_code: string | null;
            /** @enum {string} */
            status: "pending" | "claimed" | "running" | "stale" | "completed" | "unconfirmed" | "failed" | "cancelled";
            /**
             * @description The current stage of an open chain.
             * @enum {string|null}
             */
            stage: "resolve" | "fetch" | "ingest" | "images" | null;
            priority: number | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; for a task that has ended, its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first attempt.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any outcome.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_heartbeat_at: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description The attempts of its stages after their first, plus the failed runs before it. */
            retry_count: number;
            /** @description How many times the whole task is retried. */
            max_retries: number | null;
            /** @description Who requested it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Everything that holds an open task, job or fan-out back, in words; null: nothing known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
            /** @description The progress of an open task, in words; null: `details` was not set, or no worker has the task. */
            progress_message: string | null;
            /** @description The result of the workflow of a closed task; null: `details` was not set, or Temporal has deleted the workflow. */
            outcome: {
                [key: string]: unknown;
            } | null;
            /** @description What happens after a failure of this kind, in a sentence. */
            error_meaning: string | null;
            /** @description What an operator does about a failure of this kind that does not end by itself. */
            error_remedy: string | null;
            /** @description The address of its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set. */
            web_ui_url: string | null;
            /** @description The stages of a chain, in the order in which they began. */
            stages: {
                /** @enum {string} */
                stage: "resolve" | "fetch" | "ingest" | "images";
                /** @enum {string} */
                role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
                worker_id: string;
                attempts: number;
                /** @enum {string|null} */
                outcome: "completed" | "failed" | null;
                result: {
                    [key: string]: unknown;
                } | null;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                started_at: string;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                ended_at: string | null;
            }[];
            /** @description The menus that a chain has stored, the newest first. */
            menus: {
                /** @description The id of the payload; `/api/payloads/{id}` has the details. */
                id: number;
                /** @enum {string} */
                verdict: "accepted" | "suspect" | "confirmed" | "rejected";
                /** @enum {string} */
                file_state: "stored" | "missing" | "corrupt" | "expired";
                product_count: number;
                pages: number;
                /** @description The size on disk, compressed. */
                size_bytes: number;
                /** @description The size as the platform sent it, decompressed. */
                size_bytes_raw: number;
                browser_profile: string;
                /** @description The `host:port` of the proxy; null: there was none, or it was deleted. */
                proxy: string | null;
                /** @description The address that the platform saw. */
                exit_address: string | null;
                fetch_duration_ms: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                fetched_at: string;
            }[];
            /** @description The cost of its last attempt so far. */
            costs: {
                /** @description The pages of the menus that it stored. */
                pages: number;
                /** @description The size of these menus as the platform sent them, decompressed. */
                menu_bytes: number;
                /** @description The time from the beginning to the end of its stages, including the pauses between attempts. */
                stage_seconds: number;
                /** @description The use of proxies that still exist; null: the task began more than 30 days ago, so its sessions have been deleted. */
                proxies: {
                    sessions: number;
                    /** @description Sessions that were blocked, failed or broke off. */
                    failed_sessions: number;
                    /** @description The size of the responses on the network. */
                    bytes: number;
                } | null;
            };
            /** @description The task that followed the ended one; null: none did. */
            next_run: {
                id: string;
                /** @enum {string} */
                status: "pending" | "claimed" | "running" | "stale" | "completed" | "unconfirmed" | "failed" | "cancelled";
                requested_by: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                created_at: string;
                /** @description True: the ended task was a delayed start that was started early, and this task does its work. False: this is the next run of the same workflow. */
                in_place: boolean;
            } | null;
            /** @description The scheduled task that repeats the work, because this one failed or its menu is doubted; null: none is scheduled. */
            tried_again: {
                id: string;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                at: string | null;
                /** @description The number of the retry of the whole task, from 1; null: it fetches a doubted menu again. */
                retry: number | null;
                /** @description The maximum number of retries of the whole task; null if `retry` is null. */
                retries_max: number | null;
            } | null;
            /** @description The events, the oldest first; only the last 200 if there are more. */
            timeline: components["schemas"]["RunEvent"][];
            /** @description The waits between a failed attempt and the next one, the oldest first. A stage contains them. An attempt that a killed worker had is not among them. */
            attempt_waits: {
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description Null: no attempt has begun since.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                until: string | null;
                error_kind: string | null;
            }[];
            /** @description The activity that is open; null: none is. */
            activity: {
                id: string;
                type: string;
                attempt: number;
                /** @description The number of attempts after which it fails for good; null: there is no limit. */
                attempts_max: number | null;
                /**
                 * Format: date-time
                 * @description A failure after this time is not retried; null: there is no such time.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                gives_up_at: string | null;
                /** @description How many times a fetch has been refused, over all attempts, and at how many it gives up; null: refusals are not counted. */
                refusals: {
                    count: number;
                    max: number;
                } | null;
                worker_id: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                next_attempt_at: string | null;
                last_failure: string | null;
                /** @description The last heartbeat of the worker, with its progress. */
                heartbeat?: unknown;
            } | null;
            cancel_requested: boolean;
            /**
             * Format: date-time
             * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
            stale: boolean;
        };
        RunEvent: {
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            at: string;
            /** @enum {string} */
            event: "created" | "claimed" | "stage" | "progress" | "retried" | "crashed" | "continued" | "reopened" | "edited" | "promoted" | "start_requested" | "cancel_requested" | "completed" | "unconfirmed" | "failed" | "cancelled";
            /** @description The number of the attempt. */
            run_id: string;
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            /** @description Who requested it: the name of a key. */
            actor: string | null;
            error_kind: string | null;
            /** @description An error, the stage that began, or the progress that a job reported. */
            message: string | null;
            progress_percent: number | null;
            /** @description The reason that a person gave: in `X-Reason`, or for the bulk action. */
            reason: string | null;
        };
        Job: {
            id: string;
            workflow_id: string;
            /** @description The id of its newest run; each retry is a new run. */
            run_id: string;
            job_type: string | null;
            platform: string | null;
            account: string | null;
            priority: number | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "cancelled";
            progress_percent: number;
            progress_message: string | null;
            /** @description The worker that has the job, or had it last. */
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            retry_count: number;
            max_retries: number | null;
            /** @description Who requested it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            /** @description One over 16 KiB is in a file, which `result_file` names: `GET /api/jobs/{id}/result` answers all of it. */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
            error_kind: string | null;
            /** @description Why the job failed, or why its last attempt failed. */
            error_message: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When its newest run was requested.
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any outcome.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
        };
        JobCounts: {
            counts: {
                pending: number;
                running: number;
                completed: number;
                failed: number;
                cancelled: number;
            };
            /** @description Statuses with more than 10000 jobs; their count is shown as 10000. */
            more: ("pending" | "running" | "completed" | "failed" | "cancelled")[];
            /**
             * Format: date-time
             * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
            stale: boolean;
        };
        JobTypes: {
            items: {
                name: string;
                title: string;
                about: string;
                /**
                 * @description direct: its requests use no proxy.
                 * @enum {string}
                 */
                egress: "proxied" | "direct";
                /** @description A JSON schema; null if it cannot express the rules. */
                payload: {
                    [key: string]: unknown;
                } | null;
            }[];
        };
        StartedJob: {
            id: string;
            workflow_id: string;
            /** @description The id of its newest run; each retry is a new run. */
            run_id: string;
            job_type: string | null;
            platform: string | null;
            account: string | null;
            priority: number | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "cancelled";
            progress_percent: number;
            progress_message: string | null;
            /** @description The worker that has the job, or had it last. */
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            retry_count: number;
            max_retries: number | null;
            /** @description Who requested it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            /** @description One over 16 KiB is in a file, which `result_file` names: `GET /api/jobs/{id}/result` answers all of it. */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
            error_kind: string | null;
            /** @description Why the job failed, or why its last attempt failed. */
            error_message: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When its newest run was requested.
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any outcome.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /** @description True: a job with this id was already open, and continues. */
            already_running: boolean;
        };
        /**
         * @example {
         *       "job_type": "download_media",
         *       "payload": {
         *         "urls": [
         *           "https://images.example.com/1.png"
         *         ]
         *       },
         *       "account": "nightly"
         *     }
         */
        NewGenericJob: {
            /**
             * @description A registered type: `GET /api/job-types` lists them.
             * @example download_media
             */
            job_type?: string;
            /**
             * @description The title of the type, in any case, in place of `job_type`.
             * @example Download media
             */
            title?: string;
            /** @description Whether the type `default`, which does nothing, runs when no type has the title. */
            fallback?: boolean;
            /**
             * @description Your own id; only one job of an id is open at a time. Default: generated.
             * @example nightly-media
             */
            id?: string;
            /** @description Whether the id is computed from type, platform, account and payload, so that only one such job is open at a time; takes no `id`. */
            deduplicate?: boolean;
            /** @description The site or service that the job uses; the limits of a menu platform apply to its jobs. */
            platform?: string;
            /** @description The account that the job is for; one job of a platform and account runs at a time. */
            account?: string;
            /**
             * @description The input that the job type takes, at most 4 MB of JSON.
             * @default {}
             */
            payload: {
                [key: string]: unknown;
            };
            /** @description The names of the stored credentials that the job may use. */
            credentials?: string[];
            /**
             * @description 1 is the most urgent, 10 the least.
             * @default 5
             * @example 5
             */
            priority: number;
            /**
             * @description How many times the job is retried when it fails.
             * @default 3
             */
            max_retries: number;
            /**
             * Format: date-time
             * @description The earliest start; a time in the past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description The ids of other jobs; the job waits for the ends of their newest runs. */
            depends_on?: string[];
            /**
             * @description What the job does when one of them does not complete. Default: `fail`.
             * @enum {string}
             */
            on_failure?: "fail" | "skip" | "run";
        };
        RetryJob: {
            /**
             * @description 1 is the most urgent, 10 the least.
             * @example 5
             */
            priority?: number;
            /** @description How many times the job is retried when it fails. */
            max_retries?: number;
            /** @description The whole new input; another one than before begins from the start. */
            payload?: {
                [key: string]: unknown;
            };
            /** @description The jobs that it depends on now; [] for none. Default: as before. */
            depends_on?: string[];
        };
        /**
         * @example {
         *       "priority": 1,
         *       "scheduled_for": null
         *     }
         */
        EditJob: {
            /**
             * @description 1 is the most urgent, 10 the least.
             * @example 5
             */
            priority?: number;
            /**
             * Format: date-time
             * @description The earliest start; null: now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string | null;
            /** @description The whole new input, as the job type takes it; at most 4 MB of JSON. */
            payload?: {
                [key: string]: unknown;
            };
        };
        JobDetail: {
            id: string;
            workflow_id: string;
            /** @description The id of its newest run; each retry is a new run. */
            run_id: string;
            job_type: string | null;
            platform: string | null;
            account: string | null;
            priority: number | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "cancelled";
            progress_percent: number;
            progress_message: string | null;
            /** @description The worker that has the job, or had it last. */
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            retry_count: number;
            max_retries: number | null;
            /** @description Who requested it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            /** @description One over 16 KiB is in a file, which `result_file` names: `GET /api/jobs/{id}/result` answers all of it. */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
            error_kind: string | null;
            /** @description Why the job failed, or why its last attempt failed. */
            error_message: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When its newest run was requested.
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, with any outcome.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /** @description The input of the job; of one over 16 KiB only its length and hash, as `stored_payload`. Null: it is not known any more. */
            payload: {
                [key: string]: unknown;
            } | null;
            /** @description How many files it has stored: `GET /api/jobs/{id}/files` lists them. */
            files: {
                count: number;
                bytes: number;
            };
            /** @description How many of its attempts crashed; these are not retries, and the third one ends the job. */
            crash_count: number;
            /**
             * @description Everything that holds an open task, job or fan-out back, in words; null: nothing known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
            /** @description The jobs that it depends on; `ended_as` is null for one whose end it has not seen. */
            depends_on: {
                id: string;
                /** @enum {string|null} */
                ended_as: "completed" | "failed" | "cancelled" | "missing" | null;
            }[];
            /** @description The events, the oldest first; only the last 200 if there are more. */
            timeline: components["schemas"]["RunEvent"][];
            /** @description Its last runs before the newest one, at most ten, the newest first. */
            earlier_runs: {
                run_id: string;
                /** @enum {string} */
                status: "pending" | "running" | "completed" | "failed" | "cancelled";
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                completed_at: string | null;
                /** @description A kind from docs/reference/errors.md, otherwise the name of the error. */
                error_kind: string | null;
                /** @description Why the job failed, or why its last attempt failed. */
                error_message: string | null;
            }[];
            /** @description The address of its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set. */
            web_ui_url: string | null;
            /** @description What happens after a failure of this kind, in a sentence. */
            error_meaning: string | null;
            /** @description What an operator does about a failure of this kind that does not end by itself. */
            error_remedy: string | null;
            cancel_requested: boolean;
            /**
             * Format: date-time
             * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
            stale: boolean;
        };
        JobFile: {
            name: string;
            /** @description Below the storage root. */
            path: string;
            bytes: number;
            /** @description In hexadecimal. */
            sha256: string;
            content_type: string;
            /** @description The URL that it was downloaded from, without credentials; null: the job made it. */
            source: string | null;
            /** @description The worker whose own disk has it; null: all workers share their storage. */
            held_by: string | null;
            /** @description The run that stored it, or went on where that run ended. */
            run_id: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
        };
        JobAttempt: {
            /** @description Within the newest run, from 1. */
            number: number;
            worker_id: string | null;
            /** @description The name of the worker; null: there is none, or the registry has deleted it. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Null: it runs, or nothing recorded its end.
             * @example 2026-01-10T06:00:00.000Z
             */
            ended_at: string | null;
            /**
             * @description `released`: it ended without a failure that counts, as at a limit of the site.
             * @enum {string}
             */
            outcome: "running" | "completed" | "failed" | "cancelled" | "crashed" | "released";
            error_kind: string | null;
            error_message: string | null;
        };
        JobLogLine: {
            /** @description Within the newest run, from 1. */
            number: number;
            attempt: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            at: string;
            line: string;
        };
        /** @description A credential without its value, which only jobs get. */
        Credential: {
            name: string;
            /** @description Only jobs of this platform may use it; null: jobs of any. */
            platform: string | null;
            /** @description Only jobs of this account may use it; null: jobs of any. */
            account: string | null;
            /** @description Who set it last. */
            set_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was set last.
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When a job last got this value.
             * @example 2026-01-10T06:00:00.000Z
             */
            last_used_at: string | null;
        };
        /**
         * @example {
         *       "account": "ann",
         *       "value": {
         *         "username": "ann",
         *         "password": "correct horse"
         *       }
         *     }
         */
        NewCredential: {
            /**
             * @description Only jobs of this platform may use it; null: jobs of any.
             * @default null
             */
            platform: string | null;
            /**
             * @description Only jobs of this account may use it; null: jobs of any.
             * @default null
             */
            account: string | null;
            /** @description The secret: one text, or several by name. No answer has it. */
            value: string | {
                [key: string]: string;
            };
        };
        /** @description An account of jobs, and the identity that its sessions keep. */
        Account: {
            /** @description Null: jobs without a platform. */
            platform: string | null;
            account: string;
            /** @description The proxy of its sessions; null: it was deleted, or they use none. */
            proxy_id: number | null;
            /** @description The browser that its sessions look like. */
            profile: string;
            has_cookies: boolean;
            /**
             * Format: date-time
             * @description Since when it has this proxy.
             * @example 2026-01-10T06:00:00.000Z
             */
            pinned_at: string;
            /** @description Why it gave up the proxy before; null: it is its first. */
            pinned_because: string | null;
        };
        /**
         * @example {
         *       "platform": "instagram",
         *       "account": "ann"
         *     }
         */
        AccountName: {
            /**
             * @description Null: jobs without a platform.
             * @default null
             */
            platform: string | null;
            account: string;
        };
        SchedulerStatus: {
            /** @description The oldest first. */
            running: components["schemas"]["Job"][];
            pending_counts: {
                platform: string | null;
                count: number;
            }[];
            /** @description True: a worker that takes jobs sent a heartbeat within the last five minutes. */
            worker_healthy: boolean;
            /**
             * Format: date-time
             * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
            stale: boolean;
        };
        FanOutDetail: components["schemas"]["FanOut"] & {
            /**
             * @description Everything that holds an open task, job or fan-out back, in words; null: nothing known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
        };
        NewFanOut: {
            /**
             * @description The two letters of a state or province.
             * @example AZ
             */
            state_code?: string;
            /** @enum {string} */
            platform?: "dutchie" | "blaze";
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /** @description False skips the pictures. */
            images?: boolean;
        };
        Workflow: {
            workflow_id: string;
            run_id: string;
            /** @description The address of its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set. */
            web_ui_url: string | null;
        };
        Ledger: {
            /**
             * Format: date-time
             * @description The ledger has everything that began or ended before this time; null: it has read nothing yet.
             * @example 2026-01-10T06:00:00.000Z
             */
            followed_to: string | null;
            behind_seconds: number | null;
            /**
             * Format: date-time
             * @description When the open runs were last compared with those of Temporal; null: never.
             * @example 2026-01-10T06:00:00.000Z
             */
            compared_at: string | null;
            open_runs: number;
            /** @description The process that keeps the ledger up to date with Temporal; null: none does. */
            followed_by: string | null;
        };
        ForeseenBulkAction: {
            /** @description How many match the filter; exact up to 10000. */
            count: number;
            /** @description True: more than 10000 match. */
            has_more: boolean;
            /** @description How many of these a retry or a start would skip now. */
            skipped: number;
            skipped_by_reason: {
                reason: string;
                count: number;
            }[];
            sample_ids: string[];
        };
        StartedBulkAction: {
            id: string;
            workflow_id: string;
            run_id: string;
            /** @description How many match the filter; exact up to 10000. */
            count: number;
            /** @description True: more than 10000 match. */
            has_more: boolean;
            /** @description How many of these a retry or a start would skip now. */
            skipped: number;
            skipped_by_reason: {
                reason: string;
                count: number;
            }[];
            links: {
                self: string;
                cancel: string;
            };
        };
        /**
         * @example {
         *       "action": "retry",
         *       "of": "tasks",
         *       "filter": {
         *         "status": "failed",
         *         "error": "Blocked",
         *         "state": "NV"
         *       }
         *     }
         */
        NewBulkAction: {
            /**
             * @description `cancel` cancels open ones. `retry` runs closed ones again; without `status`, only failed ones. `start` starts delayed ones now, and moves crawls that wait for a worker forward. `delete`, of jobs alone, deletes them: without `status`, those that have ended.
             * @enum {string}
             */
            action: "cancel" | "retry" | "start" | "delete";
            /**
             * @description True: only counts the matches.
             * @default false
             */
            dry_run: boolean;
            /** @description The count that you expect. If the real count differs by more than a tenth, nothing is started. */
            expected_count?: number;
            /** @enum {string} */
            of: "tasks";
            /** @description The filter takes the query parameters of the list; at least one. */
            filter: {
                /**
                 * @description A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`.
                 * @enum {string}
                 */
                role?: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep" | "product_resync";
                /**
                 * @description One or several of pending, claimed, running, stale, completed, unconfirmed, failed, cancelled, separated by commas.
                 * @example pending,running
                 */
                status?: string;
                /** @example 12 */
                dispensary_id?: number;
                /** @enum {string} */
                platform?: "dutchie" | "blaze";
                /**
                 * @description One or several states or provinces by their two letters, separated by commas.
                 * @example AZ,NV
                 */
                state?: string;
                /**
                 * @description The current stage of an open chain.
                 * @enum {string}
                 */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description Only the tasks with these ids, separated by commas; an id names the first or the newest attempt of a task. */
                ids?: string;
                /** @description The `worker_id` of the worker that has it or, if it has ended, had it last. */
                worker?: string;
                /**
                 * @description The kind of its last error, or several, separated by commas.
                 * @example Blocked,RateLimited
                 */
                error?: string;
                /**
                 * @description Exactly this priority.
                 * @example 20
                 */
                priority?: number;
                /**
                 * @description This priority or a higher number.
                 * @example 20
                 */
                priority_min?: number;
                /** @description The least number of retries. */
                retries_min?: number;
                /** @description Who requested it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /**
                 * @description Words, or beginnings of words, that must all occur in the error, the result or (of a job) the payload; capital and small letters are equal.
                 * @example timed out
                 */
                search?: string;
                /**
                 * Format: date-time
                 * @description Created at this time or later.
                 * @example 2026-01-10T06:00:00Z
                 */
                since?: string;
                /**
                 * Format: date-time
                 * @description Created before this time.
                 * @example 2026-01-10T06:00:00Z
                 */
                until?: string;
                /**
                 * Format: date-time
                 * @description Ended at this time or later, with any outcome.
                 * @example 2026-01-10T06:00:00Z
                 */
                ended_since?: string;
                /**
                 * Format: date-time
                 * @description Ended before this time, with any outcome.
                 * @example 2026-01-10T06:00:00Z
                 */
                ended_until?: string;
            };
        } | {
            /**
             * @description `cancel` cancels open ones. `retry` runs closed ones again; without `status`, only failed ones. `start` starts delayed ones now, and moves crawls that wait for a worker forward. `delete`, of jobs alone, deletes them: without `status`, those that have ended.
             * @enum {string}
             */
            action: "cancel" | "retry" | "start" | "delete";
            /**
             * @description True: only counts the matches.
             * @default false
             */
            dry_run: boolean;
            /** @description The count that you expect. If the real count differs by more than a tenth, nothing is started. */
            expected_count?: number;
            /** @enum {string} */
            of: "jobs";
            /** @description The filter takes the query parameters of the list; at least one. */
            filter: {
                /**
                 * @description One or several of pending, running, completed, failed, cancelled, separated by commas.
                 * @example pending,running
                 */
                status?: string;
                /**
                 * @description A registered type: `GET /api/job-types` lists them.
                 * @example download_media
                 */
                job_type?: string;
                platform?: string;
                account?: string;
                /** @description Only the jobs with these ids, separated by commas. */
                ids?: string;
                /** @description The `worker_id` of the worker that has it or, if it has ended, had it last. */
                worker?: string;
                /**
                 * @description The kind of its last error, or several, separated by commas.
                 * @example Blocked,RateLimited
                 */
                error?: string;
                /**
                 * @description Exactly this priority.
                 * @example 5
                 */
                priority?: number;
                /**
                 * @description This priority or a higher number.
                 * @example 5
                 */
                priority_min?: number;
                /** @description The least number of retries. */
                retries_min?: number;
                /** @description Who requested it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /**
                 * @description Words, or beginnings of words, that must all occur in the error, the result or (of a job) the payload; capital and small letters are equal.
                 * @example timed out
                 */
                search?: string;
                /**
                 * Format: date-time
                 * @description Created at this time or later.
                 * @example 2026-01-10T06:00:00Z
                 */
                since?: string;
                /**
                 * Format: date-time
                 * @description Created before this time.
                 * @example 2026-01-10T06:00:00Z
                 */
                until?: string;
                /**
                 * Format: date-time
                 * @description Ended at this time or later, with any outcome.
                 * @example 2026-01-10T06:00:00Z
                 */
                ended_since?: string;
                /**
                 * Format: date-time
                 * @description Ended before this time, with any outcome.
                 * @example 2026-01-10T06:00:00Z
                 */
                ended_until?: string;
            };
        };
        BulkAction: {
            id: string;
            workflow_id: string;
            run_id: string;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "cancelled";
            /**
             * @description Null, like the following fields, while a bulk action that was started by hand has not begun.
             * @enum {string|null}
             */
            action: "cancel" | "retry" | "start" | "delete" | null;
            /** @enum {string|null} */
            of: "tasks" | "jobs" | null;
            filter: {
                [key: string]: unknown;
            } | null;
            reason: string | null;
            requested_by: string | null;
            /** @description How many matched when it began; null: not counted yet. */
            matched: number | null;
            done: number;
            /** @description How many it left unchanged, for the reasons below. */
            skipped: number;
            failed: number;
            skipped_by_reason: {
                reason: string;
                count: number;
                /** @description The ids of the first twenty. */
                sample_ids: string[];
            }[];
            failed_by_reason: {
                reason: string;
                count: number;
                /** @description The ids of the first twenty. */
                sample_ids: string[];
            }[];
            progress_percent: number;
            progress_message: string | null;
            error_message: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
        };
        ScheduleDiff: {
            id: string;
            /**
             * @description `missing`: the schedule exists only in code. `unknown`: code made it, and no longer defines it.
             * @enum {string}
             */
            state: "missing" | "same" | "different" | "unknown";
            /** @description Empty unless the schedule is `different`. */
            changes: {
                /** @enum {string} */
                field: "interval_seconds" | "jitter_seconds" | "catchup_window_seconds" | "overlap" | "priority" | "state" | "paused" | "note" | "input";
                /**
                 * @description `code`: the value in code is new, and is applied. `operator`: an operator changed the value, which stays. `conflict`: both changed it, or it is not known who did; the value of the operator stays.
                 * @enum {string}
                 */
                changed_by: "code" | "operator" | "conflict";
                /** @description The value in the schedule. */
                schedule?: unknown;
                /** @description The value in code. */
                code?: unknown;
            }[];
            /** @description True: the schedule starts another workflow than its definition in code. */
            starts_other: boolean;
        };
        AppliedSchedule: components["schemas"]["ScheduleDiff"] & {
            /** @enum {string} */
            done: "created" | "updated" | "left" | "removed";
        };
        ApplySchedules: {
            /** @description True deletes the schedules that code no longer defines. */
            prune?: boolean;
        };
        Schedule: {
            id: string;
            /** @description The id. */
            name: string;
            role: string | null;
            enabled: boolean;
            /** @description Null: the schedule follows a calendar. */
            interval_hours: number | null;
            priority: number;
            /** @description The state filter; null: all states, or several. */
            state_code: string | null;
            /** @description The stores that it covers: `all`, a state, several as in AZ+NV, or a city as in AZ/phoenix; null: it has no such filter. */
            state_filter: string | null;
            /** @description The states that a discovery searches; null: the states of DISCOVERY_STATES, or the schedule starts no discovery. */
            state_codes: string[] | null;
            /** @description The city of the state that a discovery searches. */
            city: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_run_at: string | null;
            /**
             * Format: date-time
             * @description When it fires next; null while it is paused.
             * @example 2026-01-10T06:00:00.000Z
             */
            next_run_at: string | null;
            last_task_count: number | null;
            last_error: string | null;
            /** @enum {string|null} */
            last_outcome: "waiting" | "running" | "completed" | "failed" | "already running" | "forgotten" | null;
            last_summary: string | null;
            /** @description The id of the workflow that the last run started. */
            last_workflow_id: string | null;
            /** @description The fixed id of the workflow that it starts. */
            workflow_id: string | null;
            note: string;
            made_by_code: boolean;
            runs: number;
            skipped: number;
            missed: number;
            /**
             * @description The overlap policy, in the words of Temporal.
             * @example SKIP
             */
            overlap: string;
            jitter_seconds: number;
            catchup_window_seconds: number;
        };
        NewSchedule: {
            /** @enum {string} */
            role: "payload_fetch" | "product_resync";
            /** @example payload_fetch_all */
            id: string;
            /**
             * @description From a minute to a year; rounded to whole seconds.
             * @example 4
             */
            interval_hours: number;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @default 0
             * @example 20
             */
            priority: number;
            note?: string;
            /**
             * @description The two letters of a state or province.
             * @example AZ
             */
            state_code?: string;
            /** @enum {string} */
            platform?: "dutchie" | "blaze";
        } | {
            /** @enum {string} */
            role: "store_discovery";
            /** @example payload_fetch_all */
            id: string;
            /**
             * @description From a minute to a year; rounded to whole seconds.
             * @example 4
             */
            interval_hours: number;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @default 0
             * @example 20
             */
            priority: number;
            note?: string;
            /**
             * @description The two letters of a state or province.
             * @example AZ
             */
            state_code?: string;
            /**
             * @description Several states, instead of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[];
            /**
             * @description Searches only this city of the state.
             * @example Phoenix
             */
            city?: string;
            /** @enum {string} */
            platform?: "dutchie" | "blaze";
        } | {
            /** @enum {string} */
            role: "analytics_refresh" | "proxy_probe" | "storage_sweep";
            /** @example payload_fetch_all */
            id: string;
            /**
             * @description From a minute to a year; rounded to whole seconds.
             * @example 4
             */
            interval_hours: number;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @default 0
             * @example 20
             */
            priority: number;
            note?: string;
        };
        ScheduleEdit: {
            /**
             * @description The current value; it may be sent back, but not changed.
             * @example payload_fetch_all
             */
            name?: string;
            /** @description The current value; it may be sent back, but not changed. */
            role?: string;
            /**
             * @description From a minute to a year; rounded to whole seconds.
             * @example 4
             */
            interval_hours?: number;
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work.
             * @example 20
             */
            priority?: number;
            /**
             * @description Several states, instead of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[] | null;
            /**
             * @description Searches only this city of the state.
             * @example Phoenix
             */
            city?: string | null;
            /** @description Null: all states. */
            state_code?: string | null;
            enabled?: boolean;
        };
        Reason: {
            note?: string;
        };
        Backfill: {
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00Z
             */
            to: string;
        };
        TriggeredSchedule: {
            /** @enum {string} */
            outcome: "fired" | "already-running" | "skipped" | "taken";
            schedule: components["schemas"]["Schedule"] & (Record<string, never> | null);
        };
        Dispensary: {
            id: number;
            name: string;
            /** @enum {string} */
            platform: "dutchie" | "blaze";
            /** @description The id on the platform; null until it is resolved. */
            platform_dispensary_id: string | null;
            slug: string;
            menu_url: string;
            address: string | null;
            city: string | null;
            state: string | null;
            postal_code: string | null;
            country: string | null;
            latitude: number | null;
            longitude: number | null;
            time_zone: string | null;
            phone: string | null;
            crawl_enabled: boolean;
            /**
             * Format: date-time
             * @description Null while it is crawled, or if it is not known: they were not switched off through the API.
             * @example 2026-01-10T06:00:00.000Z
             */
            crawl_stopped_at: string | null;
            /** @description The name of the key that was used. */
            crawl_stopped_by: string | null;
            /** @description The reason that was given. */
            crawl_stopped_because: string | null;
            /** @description The interval that an operator set; null: the interval adapts, or follows the schedule. */
            crawl_interval_hours: number | null;
            adapted_interval_hours: number | null;
            /** @enum {string} */
            fetch_mode: "http" | "browser" | "auto";
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            browser_until: string | null;
            product_count: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            first_crawl_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_crawl_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_crawl_started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_fetch_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
        };
        DispensaryChange: {
            crawl_enabled?: boolean;
            /** @description Null lets the interval adapt, or follow the schedule. */
            crawl_interval_hours?: number | null;
            /** @enum {string} */
            fetch_mode?: "http" | "browser" | "auto";
        };
        TaskStart: {
            /** @example crawl~12~0199c6f2-6c1e-7d0a-8c40-3d4a1c5f2b11 */
            task_id: string;
            workflow_id: string;
            run_id: string;
            /** @description True: the same work was already open, and continues; a more urgent request raises its priority. */
            already_running: boolean;
        };
        CrawlRequest: {
            /**
             * @description Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 for urgent work, which is the default.
             * @example 20
             */
            priority?: number;
            /** @enum {string} */
            role?: "payload_fetch" | "product_discovery";
            /** @description False skips the images. */
            images?: boolean;
        };
        AddedDispensary: {
            id: number;
            name: string;
            /** @enum {string} */
            platform: "dutchie" | "blaze";
            /** @description The id on the platform; null until it is resolved. */
            platform_dispensary_id: string | null;
            slug: string;
            menu_url: string;
            address: string | null;
            city: string | null;
            state: string | null;
            postal_code: string | null;
            country: string | null;
            latitude: number | null;
            longitude: number | null;
            time_zone: string | null;
            phone: string | null;
            crawl_enabled: boolean;
            /**
             * Format: date-time
             * @description Null while it is crawled, or if it is not known: they were not switched off through the API.
             * @example 2026-01-10T06:00:00.000Z
             */
            crawl_stopped_at: string | null;
            /** @description The name of the key that was used. */
            crawl_stopped_by: string | null;
            /** @description The reason that was given. */
            crawl_stopped_because: string | null;
            /** @description The interval that an operator set; null: the interval adapts, or follows the schedule. */
            crawl_interval_hours: number | null;
            adapted_interval_hours: number | null;
            /** @enum {string} */
            fetch_mode: "http" | "browser" | "auto";
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            browser_until: string | null;
            product_count: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            first_crawl_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_crawl_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_crawl_started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_fetch_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /** @description False: the store was a dispensary before. */
            is_new: boolean;
            /** @description The task that was started for it; null: none is needed, or its crawls are disabled. */
            task: components["schemas"]["TaskStart"] | null;
        };
        NewDispensary: {
            /** @description The address of the store’s menu, as copied from a browser. */
            menu_url: string;
            /** @description False starts no first crawl. */
            crawl?: boolean;
            /**
             * @description The priority of the first crawl; default 10.
             * @example 20
             */
            priority?: number;
        };
        Location: {
            /** @description The id for `/api/locations/{id}/admit`. */
            id: number;
            name: string;
            /** @enum {string} */
            platform: "dutchie" | "blaze";
            platform_dispensary_id: string;
            slug: string;
            menu_url: string;
            address: string | null;
            city: string | null;
            state: string | null;
            postal_code: string | null;
            country: string | null;
            phone: string | null;
            /** @description The status, in the words of the platform. */
            status: string | null;
            /**
             * @description Why the store is no dispensary.
             * @example the name is that of a test shop
             */
            rejected_because: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description When discovery last found the store.
             * @example 2026-01-10T06:00:00.000Z
             */
            last_seen_at: string;
        };
        Admission: {
            /** @description False starts no first crawl. */
            crawl?: boolean;
            /**
             * @description The priority of the first crawl; default 10.
             * @example 20
             */
            priority?: number;
        };
        Product: {
            id: number;
            dispensary_id: number;
            provider: string;
            provider_product_id: string;
            name: string;
            brand_name: string | null;
            category: string | null;
            subcategory: string | null;
            strain_type: string | null;
            /**
             * @description The price that is paid: the special price if it is lower; the medical price if there is no other.
             * @example 30.00
             */
            price: string | null;
            /** @example 30.00 */
            price_rec: string | null;
            /** @example 30.00 */
            price_med: string | null;
            /** @example 30.00 */
            price_rec_special: string | null;
            /** @example 30.00 */
            price_med_special: string | null;
            /** @description The label of the option that has `price_rec`, or `price_med` if there is no `price_rec`. A special price may belong to another option. */
            price_option: string | null;
            is_on_special: boolean;
            is_in_stock: boolean;
            quantity: number | null;
            /** @description The quantity means “or more”. */
            quantity_capped: boolean;
            /** @enum {string} */
            stock_status: "in_stock" | "oos";
            /**
             * Format: date-time
             * @description When a payload last reported the stock, if later payloads have the product but do not report it; null: the newest payload reported it.
             * @example 2026-01-10T06:00:00.000Z
             */
            stock_as_of: string | null;
            thc_low: number | null;
            thc_high: number | null;
            thc_unit: string | null;
            cbd_low: number | null;
            cbd_high: number | null;
            cbd_unit: string | null;
            /** @description The address of the picture at the platform. */
            image_url: string | null;
            local_image_path: string | null;
            /** @description The address of the picture at this API, in full size. */
            picture: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_seen_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
        };
        ProductDetail: components["schemas"]["Product"] & {
            /** @description The former ids of the product on the platform, the latest last. */
            former_provider_product_ids: string[];
            name_raw: string;
            brand_name_raw: string | null;
            brand_id: string | null;
            brand_description: string | null;
            brand_image_url: string | null;
            slug: string | null;
            enterprise_product_id: string | null;
            status: string | null;
            medical_only: boolean;
            rec_only: boolean;
            /** @description All options (sizes), with their prices and quantities. */
            options: unknown[];
            specials: unknown[];
            cannabinoids: unknown[];
            image_urls: string[];
            consecutive_misses: number;
            /**
             * Format: date-time
             * @description Since when payloads have lacked the product: the fetch time of the first such payload or, if not known, when the product was last seen; null: the newest payload has it.
             * @example 2026-01-10T06:00:00.000Z
             */
            missing_since: string | null;
            last_payload_id: number | null;
            normalizer_version: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            platform_created_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            platform_updated_at: string | null;
        };
        ProductSnapshot: {
            payload_id: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            fetched_at: string;
            /**
             * @description The price that is paid: the special price if it is lower; the medical price if there is no other.
             * @example 30.00
             */
            price: string | null;
            /** @example 30.00 */
            price_rec: string | null;
            /** @example 30.00 */
            price_med: string | null;
            /** @example 30.00 */
            price_rec_special: string | null;
            /** @example 30.00 */
            price_med_special: string | null;
            /** @description The label of the option that has `price_rec`, or `price_med` if there is no `price_rec`. A special price may belong to another option. */
            price_option: string | null;
            is_on_special: boolean;
            is_in_stock: boolean;
            quantity: number | null;
            /** @description The quantity means “or more”. */
            quantity_capped: boolean;
            /** @description All options (sizes), with their prices and quantities. */
            options: unknown[];
        };
        Change: {
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            fetched_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            previous_fetched_at: string;
            payload_id: number;
            previous_payload_id: number;
            dispensary_id: number;
            product_id: number;
            name: string;
            brand_name: string | null;
            category: string | null;
            kinds: ("added" | "removed" | "price" | "stock" | "quantity")[];
            before: components["schemas"]["SeenProduct"];
            after: components["schemas"]["SeenProduct"] & unknown;
        };
        /** @description Null: the previous payload did not have it. */
        SeenProduct: {
            /**
             * @description The price that is paid: the special price if it is lower; the medical price if there is no other.
             * @example 30.00
             */
            price: string | null;
            /** @example 30.00 */
            price_rec: string | null;
            /** @example 30.00 */
            price_med: string | null;
            /** @example 30.00 */
            price_rec_special: string | null;
            /** @example 30.00 */
            price_med_special: string | null;
            /** @description The label of the option that has `price_rec`, or `price_med` if there is no `price_rec`. A special price may belong to another option. */
            price_option: string | null;
            is_on_special: boolean;
            is_in_stock: boolean;
            quantity: number | null;
            /** @description The quantity means “or more”. */
            quantity_capped: boolean;
        } | null;
        DispensaryOverview: {
            dispensary_id: number;
            name: string;
            state: string | null;
            products: number;
            products_in_stock: number;
            products_on_special: number;
            /** @example 30.00 */
            price_rec_avg: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_crawl_at: string | null;
        };
        BrandPresence: {
            /** @description Empty: no brand, state or category. */
            brand_name: string;
            /** @description Empty: no brand, state or category. */
            state: string;
            /** @description Empty: no brand, state or category. */
            category: string;
            dispensaries: number;
            products: number;
            /** @example 30.00 */
            price_rec_avg: string | null;
            /** @example 30.00 */
            price_rec_low: string | null;
        };
        CurrentPrices: {
            /** @description Empty: no brand, state or category. */
            brand_name: string;
            /** @description Empty: no brand, state or category. */
            category: string;
            /** @description Empty: no brand, state or category. */
            state: string;
            products: number;
            dispensaries: number;
            products_on_special: number;
            /** @example 30.00 */
            price_low: string;
            /** @example 30.00 */
            price_median: string;
            /** @example 30.00 */
            price_high: string;
        };
        PriceHistory: {
            store_product_id: number;
            /**
             * Format: date
             * @example 2026-03-31
             */
            day: string;
            dispensary_id: number;
            /** @example 30.00 */
            price_low: string | null;
            /** @example 30.00 */
            price_high: string | null;
            /** @example 30.00 */
            price_last: string | null;
            was_on_special: boolean;
            was_in_stock: boolean;
        };
        Availability: {
            dispensary_id: number;
            /** @description Empty: no brand, state or category. */
            brand_name: string;
            /** @description Empty: no brand, state or category. */
            state: string;
            products: number;
            in_stock: number;
            out_of_stock: number;
            /** @example 0.1250 */
            out_of_stock_rate: string;
        };
        AssortmentChanges: {
            dispensary_id: number;
            /**
             * Format: date
             * @example 2026-03-31
             */
            day: string;
            new_products: number;
            gone_products: number;
        };
        QualitySummary: {
            platforms: {
                /** @enum {string} */
                platform: "dutchie" | "blaze";
                /** @description The number of dispensaries with crawls enabled. */
                dispensaries: number;
                /** @description How many of these have each problem. */
                problems: {
                    unconfirmed?: number;
                    quarantined?: number;
                    "misses-off"?: number;
                    overdue?: number;
                    unresolved?: number;
                    confirmed?: number;
                    empty?: number;
                    drifting?: number;
                    skipped?: number;
                    flawed?: number;
                };
                /** @description The fields that drifted within the last seven days, the latest first. */
                drift: components["schemas"]["PlatformDrift"][];
            }[];
            /** @description One example dispensary for each problem. */
            examples: {
                unconfirmed?: components["schemas"]["DispensaryQuality"];
                quarantined?: components["schemas"]["DispensaryQuality"];
                "misses-off"?: components["schemas"]["DispensaryQuality"];
                overdue?: components["schemas"]["DispensaryQuality"];
                unresolved?: components["schemas"]["DispensaryQuality"];
                confirmed?: components["schemas"]["DispensaryQuality"];
                empty?: components["schemas"]["DispensaryQuality"];
                drifting?: components["schemas"]["DispensaryQuality"];
                skipped?: components["schemas"]["DispensaryQuality"];
                flawed?: components["schemas"]["DispensaryQuality"];
            };
        };
        PlatformDrift: {
            /** @enum {string} */
            kind: "new field" | "type changed" | "field gone";
            path: string;
            /** @description The types before. */
            known: string[];
            /** @description The types in the payload. */
            found: string[];
            /** @description An example value in JSON, shortened. */
            example: string | null;
            /** @description The platform's name of the request. */
            operation: string;
            dispensary_id: number;
            payload_id: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            drifted_at: string;
        };
        DispensaryQuality: {
            dispensary_id: number;
            dispensary_name: string;
            /** @enum {string} */
            platform: "dutchie" | "blaze";
            state: string | null;
            /** @description The worst first. */
            problems: components["schemas"]["QualityProblem"][];
            /** @description The newest ingested payload. */
            payload_id: number | null;
            /**
             * Format: date-time
             * @description When that payload was fetched.
             * @example 2026-01-10T06:00:00.000Z
             */
            fetched_at: string | null;
            /** @description The time between regular crawls: the dispensary’s own interval, rounded to firings of the schedule, or the interval of the schedule. */
            interval_hours: number;
            /** @description Payloads that wait for a decision. */
            quarantined: number;
            /** @description The newest payload that waits. */
            suspect_id: number | null;
            /** @description Why it is doubted. */
            faults: string[];
            /** @description The reason in words. */
            suspicion: string | null;
            /** @description Products that show the doubt: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions. */
            suspicion_samples: components["schemas"]["SuspicionSample"][];
            /** @description Why the ingested menu was doubted before it was confirmed. */
            confirmed_suspicion: string | null;
            /** @description Products that show the doubt: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions. */
            confirmed_samples: components["schemas"]["SuspicionSample"][];
            /**
             * Format: date-time
             * @description When the store is crawled again to settle the doubt; null: no such crawl is scheduled.
             * @example 2026-01-10T06:00:00.000Z
             */
            look_again_at: string | null;
            /** @description Products of the newest ingested payload. */
            products: number;
            /** @description Products of that payload that could not be read. */
            skipped: number;
            skipped_options: number;
            dropped_values: number;
            /** @description Products that the platform counted but that were on no page. */
            missing: number;
            /**
             * @description Why products that the payload lacks stay in stock; null: they count as missed.
             * @enum {string|null}
             */
            misses_off: "incomplete" | "unreadable" | null;
            /** @description How the last crawl ended. */
            last_status: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_ended_at: string | null;
            last_error_kind: string | null;
            last_error_message: string | null;
            skipped_samples: {
                id: string | null;
                reason: string;
            }[];
            flaw_samples: {
                id: string;
                /** @enum {string} */
                cost: "option" | "value";
                place: string;
                reason: string;
            }[];
            drift: {
                /** @enum {string} */
                kind: "new field" | "type changed" | "field gone";
                path: string;
                /** @description The types before. */
                known: string[];
                /** @description The types in the payload. */
                found: string[];
                /** @description An example value in JSON, shortened. */
                example: string | null;
            }[];
        };
        /**
         * @description `unconfirmed`: the last crawl fetched a menu that is doubted; the catalog shows the previous one. `quarantined`: payloads wait for a decision. `misses-off`: the last payload is incomplete or partly unreadable, so products that it lacks stay in stock. `overdue`: no menu has been ingested for longer than the crawl interval allows. `unresolved`: the platform does not know the store’s slug, so the store was never crawled. `confirmed`: the last menu was doubted, then ingested because a later crawl saw the same. `empty`: the last menu has no product at all. `drifting`: payloads have new, changed or missing fields. `skipped`: products of the last payload could not be read. `flawed`: options or values of the last payload were left out or doubted.
         * @enum {string}
         */
        QualityProblem: "unconfirmed" | "quarantined" | "misses-off" | "overdue" | "unresolved" | "confirmed" | "empty" | "drifting" | "skipped" | "flawed";
        SuspicionSample: {
            /** @description The rule of `measured` that it shows. */
            rule: string;
            /** @description The id of the product on the platform; the id in the last menu, if the product was there. */
            id: string;
            name: string;
            /** @description The field that it shows: a price (`rec`, `med`, `specialRec`, `specialMed`), `stock`, `quantity`, `options`, `offer`, `name`, `brand`, `category`, `updated`, `id`, whether it is on the `menu`, whose `store` it is, or what `text` cannot be read. */
            field: string;
            /** @description The option that has the price; null if the value belongs to the product. */
            option: string | null;
            /** @description The value in the last menu. */
            before: string;
            /** @description The value in the doubted menu. */
            now: string;
        };
        PayloadDetail: components["schemas"]["Payload"] & {
            /** @description The crawl that fetched it; null if that record has been deleted. */
            task_id: string | null;
            /** @description The payload that the current products of the store come from; a doubted payload is compared with it. Null: no menu of the store has been ingested yet. */
            current_payload_id: number | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            current_payload_fetched_at: string | null;
            current_payload_product_count: number | null;
            /** @description The last ingested payload of the store that was fetched before this one. */
            previous_payload_id: number | null;
            /** @description Earlier payloads of the store that also wait for a decision, the newest first, at most 50. */
            earlier_waiting: {
                id: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                fetched_at: string;
                /** @description Whether it has the same content. If it has, confirming the later payload confirms it; otherwise that rejects it. */
                agrees: boolean;
            }[];
            /** @description What can end the doubt unless a person decides before; a crawl ends it only if it sees the same menu. Null: the payload is not doubted any more. */
            doubt_end: {
                /**
                 * @description `look_again`: the extra crawl that is scheduled for `at`. `next_crawl`: a later regular crawl. `person`: only a person can accept the payload.
                 * @enum {string}
                 */
                by: "look_again" | "next_crawl" | "person";
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                at: string | null;
                why: string;
            } | null;
        };
        Payload: {
            id: number;
            dispensary_id: number;
            dispensary_name: string;
            crawl_run_id: number | null;
            /** @enum {string} */
            platform: "dutchie" | "blaze";
            storage_path: string;
            /** @description The only pod that has the file, on its own disk; null: all workers share the storage. */
            held_by: string | null;
            sha256: string;
            size_bytes: number;
            size_bytes_raw: number;
            product_count: number;
            pages: number;
            total_count: number | null;
            missing_count: number;
            browser_profile: string;
            fetch_duration_ms: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            fetched_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            ingested_at: string | null;
            /** @description Counts of products, except `missesOff`, a text: why products that the payload lacks do not count as missed. */
            ingest_counts: {
                [key: string]: number | string;
            } | null;
            /** @enum {string} */
            verdict: "accepted" | "suspect" | "confirmed" | "rejected";
            /** @description What is doubted about the payload. Payloads of earlier versions have only the first three fields, and no samples. */
            suspicion: {
                fault: string;
                message: string;
                evidence: {
                    [key: string]: unknown;
                };
                /** @description All faults; `fault` is the first of them. */
                faults?: string[];
                /** @description The counts of all rules; the rules that doubt the menu come first. */
                measured?: {
                    rule: string;
                    count: number;
                    of: number;
                    up?: number;
                    /** @description The count, in words. */
                    words: string;
                }[];
                /** @description How many rules of `measured` doubt the menu. */
                doubts?: number;
                /** @description Products that show the doubt: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions. */
                samples: components["schemas"]["SuspicionSample"][];
                /**
                 * @description Whether most of the doubted prices or quantities went up or down; null: the first doubting rule does not count this.
                 * @enum {string|null}
                 */
                direction: "up" | "down" | null;
            } | null;
            decided_by: string | null;
            decided_because: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            decided_at: string | null;
            /** @description The payloads that agree with it, if a later crawl confirmed it. */
            confirmed_by: number[] | null;
            /** @enum {string} */
            file_state: "stored" | "missing" | "corrupt" | "expired";
        };
        Decision: {
            payload: components["schemas"]["Payload"];
            /** @description The task that ingests the payload; null if it was rejected, or if it was confirmed and ingested before: `payload` says by whom and when. */
            task: components["schemas"]["TaskStart"] | null;
            /** @description The earlier payloads of the store that were decided with it, the newest first. Empty if this repeats an earlier decision. */
            settled: {
                id: number;
                /** @enum {string} */
                verdict: "confirmed" | "rejected";
            }[];
        };
        DecisionRequest: {
            /** @enum {string} */
            decision: "confirm" | "reject";
            /** @description The reason of the decision, for the record; null: none is given. */
            reason: string | null;
            /** @description The name of the person who decides; default: the name of the key. The id of the key is appended. */
            decided_by?: string;
        };
        ReplayablePayload: {
            id: number;
            dispensary_id: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            fetched_at: string;
        };
        ReplayPreview: {
            payload_id: number;
            /** @description How many products could be read. */
            product_count: number;
            details: {
                added: {
                    providerProductId: string;
                    name: string;
                    inStock: boolean;
                    options: {
                        option: string;
                        rec: string | null;
                        med: string | null;
                        specialRec: string | null;
                        specialMed: string | null;
                        quantity: number | null;
                        quantityCapped: boolean;
                    }[];
                }[];
                removed: {
                    providerProductId: string;
                    name: string;
                }[];
                priceChanges: {
                    providerProductId: string;
                    name: string;
                    option: string;
                    nth: number;
                    from: {
                        rec: string | null;
                        med: string | null;
                        specialRec: string | null;
                        specialMed: string | null;
                    } | null;
                    to: {
                        rec: string | null;
                        med: string | null;
                        specialRec: string | null;
                        specialMed: string | null;
                    } | null;
                }[];
                stockChanges: ({
                    providerProductId: string;
                    name: string;
                    option: string;
                    nth: number;
                    from: {
                        quantity: number | null;
                        quantityCapped: boolean;
                    } | null;
                    to: {
                        quantity: number | null;
                        quantityCapped: boolean;
                    } | null;
                } | {
                    providerProductId: string;
                    name: string;
                    option: null;
                    from: {
                        inStock: boolean;
                    };
                    to: {
                        inStock: boolean;
                    };
                })[];
                /** @description Products with a changed value that does not belong to an option. */
                totals: {
                    providerProductId: string;
                    name: string;
                    /** @description Only the values that differ. */
                    from: {
                        [key: string]: unknown;
                    };
                    /** @description Only the values that differ. */
                    to: {
                        [key: string]: unknown;
                    };
                }[];
            };
        };
        PayloadDocument: {
            platform: string;
            platformDispensaryId: string;
            dispensaryId: number;
            fetchedAt: string;
            pages: number;
            totalCount: number | null;
            products: unknown[];
        };
        PayloadDiff: {
            /** @enum {boolean} */
            success: true;
            from: components["schemas"]["ComparedPayload"];
            to: components["schemas"]["ComparedPayload"];
            diff: {
                added: number;
                removed: number;
                priceChanges: number;
                stockChanges: number;
            };
            details: {
                added: {
                    providerProductId: string;
                    name: string;
                    inStock: boolean;
                    options: {
                        option: string;
                        rec: string | null;
                        med: string | null;
                        specialRec: string | null;
                        specialMed: string | null;
                        quantity: number | null;
                        quantityCapped: boolean;
                    }[];
                }[];
                removed: {
                    providerProductId: string;
                    name: string;
                }[];
                priceChanges: {
                    providerProductId: string;
                    name: string;
                    option: string;
                    nth: number;
                    from: {
                        rec: string | null;
                        med: string | null;
                        specialRec: string | null;
                        specialMed: string | null;
                    } | null;
                    to: {
                        rec: string | null;
                        med: string | null;
                        specialRec: string | null;
                        specialMed: string | null;
                    } | null;
                }[];
                stockChanges: ({
                    providerProductId: string;
                    name: string;
                    option: string;
                    nth: number;
                    from: {
                        quantity: number | null;
                        quantityCapped: boolean;
                    } | null;
                    to: {
                        quantity: number | null;
                        quantityCapped: boolean;
                    } | null;
                } | {
                    providerProductId: string;
                    name: string;
                    option: null;
                    from: {
                        inStock: boolean;
                    };
                    to: {
                        inStock: boolean;
                    };
                })[];
            };
        };
        ComparedPayload: {
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            fetchedAt: string;
            productCount: number;
        };
        PayloadFields: {
            /** @description The last accepted payload of the store before this one. */
            from: number;
            to: number;
            /** @description How many products of each payload were compared. */
            products: {
                before: number;
                after: number;
            };
            /** @description True: the same products of both payloads were compared. False: each payload is represented by its own products. */
            are_same_products: boolean;
            /** @description Fields that vanished from most products that had them, the most frequent first. */
            vanished: {
                /** @description Such as `POSMetaData.children[].option`; `[]` is an item of a list. */
                path: string;
                types: ("boolean" | "number" | "string" | "object" | "array")[];
                /** @description The share of the products, 0 to 1. */
                before: number;
                /** @description The share of the products, 0 to 1. */
                after: number;
                /** @description True: products without the field still have its key, with the value null. */
                is_null: boolean;
                /** @description An example value in JSON, shortened. */
                example: string;
                /** @description How many fields inside it vanished or appeared with it. */
                inside: number;
                /** @description The shares before and now, in words. */
                why: string;
            }[];
            appeared: {
                /** @description Such as `POSMetaData.children[].option`; `[]` is an item of a list. */
                path: string;
                types: ("boolean" | "number" | "string" | "object" | "array")[];
                /** @description The share of the products, 0 to 1. */
                before: number;
                /** @description The share of the products, 0 to 1. */
                after: number;
                /** @description True: products without the field still have its key, with the value null. */
                is_null: boolean;
                /** @description An example value in JSON, shortened. */
                example: string;
                /** @description How many fields inside it vanished or appeared with it. */
                inside: number;
                /** @description The shares before and now, in words. */
                why: string;
            }[];
            /** @description Fields that were probably renamed, the most certain first. */
            renamed: {
                from: string;
                to: string;
                /** @description The share of the products, 0 to 1. */
                before: number;
                /** @description The share of the products, 0 to 1. */
                after: number;
                /**
                 * @description The evidence: the values; if these prove too little, the name, or the lack of another similar new field.
                 * @enum {string}
                 */
                by: "values" | "name" | "only_one";
                /** @description Products whose values were compared. */
                compared: number;
                /** @description The share of equal values; null: none could be compared. */
                alike: number | null;
                /** @description The evidence, in words. */
                why: string;
            }[];
        };
        PayloadMisses: {
            payload_id: number;
            /**
             * @description Why it would count no misses: it was ingested before, a newer menu was ingested, it is incomplete, or too much of it cannot be read. Null: it would count misses.
             * @enum {string|null}
             */
            misses_off: "ingested" | "older" | "incomplete" | "unreadable" | null;
            /** @description How many payloads in a row, over a long enough time, have to lack a product until it is out of stock. */
            misses_until_out_of_stock: number;
            /** @description The products, those that go out of stock first, then those with the most misses. */
            products: {
                provider_product_id: string;
                name: string;
                /** @description The stock status before the ingest. */
                in_stock: boolean;
                /** @description How many payloads in a row, including this one, lack the product; counted only up to the number that takes it out of stock. */
                misses: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                missing_since: string;
                goes_out_of_stock: boolean;
            }[];
        };
        PlatformPace: {
            /** @description A platform, or another host that was requested. */
            target: string;
            requests_per_second: number;
            max_concurrent_requests: number;
            /** @description The limits that an operator set. The other limits come from the environment of the API; the workers may have different ones. */
            set_by_operator: ("requests_per_second" | "max_concurrent_requests")[];
            /** @description The share of the limit that is in use, at most 1. */
            speed: number;
            /**
             * Format: date-time
             * @description When it was stopped; null: it is not stopped.
             * @example 2026-01-10T06:00:00.000Z
             */
            stopped_at: string | null;
            stopped_because: string | null;
            /**
             * Format: date-time
             * @description The end of the pause that it requested with `Retry-After`.
             * @example 2026-01-10T06:00:00.000Z
             */
            waits_until: string | null;
            /** @description The delay between requests that its robots.txt demands. */
            crawl_delay_ms: number;
            latency_recent_ms: number | null;
            latency_usual_ms: number | null;
            /** @description Requests that were sent and not answered yet. */
            under_way: number;
            /** @description Requests that wait for their turn. */
            waiting: number;
            /** @description The pause of all requests; null: it does not refuse every proxy. */
            breaker: {
                /**
                 * Format: date-time
                 * @description Since when it refuses every proxy.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @description When a single request tries it again.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                open_until: string;
                /** @description The pauses so far. */
                openings: number;
                /** @description Whether a single request tries it now. */
                being_tried: boolean;
                /** @description What it answered last; null: the record was deleted. */
                last_refusal: string | null;
            } | null;
        };
        PlatformLimits: {
            /** @description Null removes the limit that an operator set; the environment of the workers then applies. */
            requests_per_second?: number | null;
            /** @description Null removes the limit that an operator set; the environment of the workers then applies. */
            max_concurrent_requests?: number | null;
        };
        SwitchedPlatform: {
            /** @enum {string} */
            platform: "dutchie" | "blaze";
            stopped: boolean;
            /** @description Whether it was stopped before. */
            was_stopped: boolean;
            /** @description Why it is stopped; null: it is not stopped. */
            reason: string | null;
        };
        PlatformStop: {
            /** @description The reason, for people who find that work waits. */
            reason: string;
        };
        Proxy: {
            id: number;
            /** @enum {string} */
            protocol: "http" | "https" | "socks5";
            host: string;
            port: number;
            username: string | null;
            /** @description Passwords themselves are never shown. */
            has_password: boolean;
            /** @description The seller of the proxy. */
            owner: string | null;
            country_code: string | null;
            /** @description The maximum of concurrent sessions, over all workers. */
            max_concurrent: number;
            /** @description The sessions that are running. */
            sessions: number;
            is_active: boolean;
            /** @enum {string} */
            state: "active" | "cooling" | "disabled";
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            cooldown_until: string | null;
            /** @description Cool-downs in a row. */
            cooldowns: number;
            /**
             * @description Why it cools down, in words; null: it does not.
             * @example the proxy itself does not work
             */
            cooling_because: string | null;
            success_count: number;
            /** @description Refusals by targets and failures of the proxy itself; `targets` counts them separately. */
            failure_count: number;
            consecutive_failures: number;
            /** @description Refusals by targets in a row. */
            consecutive_403_count: number;
            /** @description Failures of the proxy itself in a row. */
            consecutive_fault_count: number;
            avg_response_time_ms: number | null;
            /** @description The exit address that was last seen. */
            exit_address: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_failure_at: string | null;
            last_error: string | null;
            targets: {
                target: string;
                success_count: number;
                /** @description Sessions that the target refused. */
                blocked_count: number;
                /** @description Failures of the proxy itself. */
                fault_count: number;
                failures_in_row: number;
                avg_response_time_ms: number | null;
                bytes: number;
                last_error: string | null;
            }[];
        };
        ImportedProxies: {
            dry_run: boolean;
            /** @description How many proxies the list has. */
            proxies: number;
            /** @description How many are new; in a dry run, how many would be added. */
            added: number;
            /** @description How many are known; in a dry run, how many would be updated. */
            updated: number;
        };
        TestedProxy: {
            id: number;
            is_good: boolean;
            /** @description The exit address that was seen. */
            exit_address: string | null;
            duration_ms: number | null;
            error: string | null;
        };
        SwitchedProxies: {
            /** @description Each id only once. */
            ids: number[];
            is_active: boolean;
        };
        WorkerRole: {
            role: string;
            name: string;
            description: string;
            /** @description The workflow type; each run of it is one task of the role. */
            handler: string;
        };
        Worker: {
            worker_id: string;
            friendly_name: string;
            pod_name: string;
            /** @description True: `pod_name` is the name of a host, where the worker runs as a process outside Kubernetes. */
            on_host: boolean;
            role: string | null;
            version: string;
            /**
             * @description `lost`: no heartbeat for five minutes.
             * @enum {string}
             */
            status: "active" | "backing_off" | "draining" | "stopped" | "decommissioned" | "lost";
            /** @description The first of `current_task_ids`. */
            current_task_id: string | null;
            /** @description The ids of the tasks that it runs now; for an external worker, as of its last heartbeat. */
            current_task_ids: string[];
            /** @description How many activities it runs, without the short ones on the queue `crawlchain`. */
            active_task_count: number;
            max_concurrent_tasks: number;
            resources: {
                /** @description The memory of this worker, including its browsers; pods have a list of their own. */
                memory_mb: number;
                /** @description Its share of the pod's memory. */
                memory_total_mb: number;
                memory_percent: number;
                /** @description The memory of its own process, without browsers. */
                memory_rss_mb: number;
                /** @description The lowest `memory_percent` of each five minutes since its process started, up to four hours, oldest first. Absent: the worker does not report it. */
                memory_lows?: number[];
                cpu_user_ms: number;
                cpu_system_ms: number;
                cpu_percent: number;
                is_backing_off: boolean;
                backoff_reason: string | null;
                /** @enum {string|null} */
                backoff_cause?: "memory" | "cpu" | "clock" | null;
                disk?: components["schemas"]["Disk"];
            };
            /** @description How its memory has changed within four hours. Null: it has run for less than 15 minutes, or does not report `memory_lows`. */
            memory_trend: {
                /** @description Whether the memory has risen all the time since `at`, as in a process that leaks memory. */
                is_rising: boolean;
                /** @description The memory that the worker used at `at`, in percent of its share. If the memory rises: the lowest use. */
                percent: number;
                /**
                 * Format: date-time
                 * @description The start of the compared time: the moment of the lowest use. If the memory does not rise: an hour before the last heartbeat, or the start of the worker.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                at: string;
            } | null;
            /**
             * @description Whether `resources.disk` is full, so that payloads find no room, or soon will be. Null: neither, or it reported none.
             * @enum {string|null}
             */
            disk_shortage: "full" | "low" | null;
            queues: {
                queue: string;
                slots: number;
            }[];
            tuner: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            decommission_requested_at: string | null;
            /** @description Who requested that it stops: the name of the key. */
            decommission_requested_by: string | null;
            /** @description What `X-Reason` said. */
            decommission_reason: string | null;
            /**
             * Format: date-time
             * @description When a stop was requested of the previous process with this id; null: never, or more than a day ago.
             * @example 2026-01-10T06:00:00.000Z
             */
            former_decommission_at: string | null;
            former_decommission_by: string | null;
            former_decommission_reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_heartbeat_at: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            stopped_at: string | null;
            /** @description The pod of another live worker with the same id. */
            rival_pod_name: string | null;
            /** @description How far its clock is ahead of the database's, as of its last heartbeat; negative if it is behind. Beyond 5 s an event and `doctor` report it; beyond 60 s the worker takes no new work. Null: not known. */
            clock_ahead_ms: number | null;
            /** @description How many times within the last 15 minutes its process ended without a closing record and another began, for example because it was killed for its memory. */
            crashes: number;
            /** @description Whether its heartbeat is late, so that it may hang. After three missed heartbeats it is silent. */
            is_late: boolean;
            /**
             * Format: date-time
             * @description When a silent worker, which has missed three heartbeats, counts as lost unless a heartbeat comes. Null: it is not silent, or not live.
             * @example 2026-01-10T06:00:00.000Z
             */
            counts_as_lost_at: string | null;
        };
        /** @description Absent: the worker did not report one. */
        Disk: {
            /** @description STORAGE_ROOT, or its nearest folder that exists. */
            folder: string;
            free_bytes: number;
            total_bytes: number;
            /** @description False: no inode is left for another file. */
            has_free_files: boolean;
        };
        WorkerCounts: {
            counts: {
                active: number;
                backing_off: number;
                draining: number;
                stopped: number;
                decommissioned: number;
                lost: number;
                silent: number;
            };
        };
        Pod: {
            pod_name: string;
            /** @description The live workers of the pod. */
            worker_ids: string[];
            memory_mb: number;
            memory_total_mb: number;
            memory_percent: number;
        };
        RegisteredWorker: {
            worker_id: string;
            friendly_name: string;
            /** @description Identifies this process; send it with each heartbeat. */
            instance_id: string;
        };
        HeardHeartbeat: {
            worker_id: string;
            /** @description True: an operator wants the worker to stop: it has to finish its running work, and end. */
            decommission_requested: boolean;
            rival_pod_name: string | null;
        };
        Heartbeat: {
            /** @example worker-abc123 */
            worker_id: string;
            /**
             * Format: uuid
             * @description The value from the response to `register`; absent: the process that registered last.
             */
            instance_id?: string;
            current_task_id?: string | number | null;
            current_task_ids?: (string | number)[];
            /** @description Default: the number of ids. */
            active_task_count?: number;
            max_concurrent_tasks?: number;
            /**
             * @default active
             * @enum {string}
             */
            status: "active" | "backing_off" | "draining" | "stopped";
            /**
             * @default {
             *       "memory_mb": 0,
             *       "memory_total_mb": 0,
             *       "memory_rss_mb": 0,
             *       "memory_percent": 0,
             *       "cpu_user_ms": 0,
             *       "cpu_system_ms": 0,
             *       "cpu_percent": 0,
             *       "is_backing_off": false,
             *       "backoff_reason": null
             *     }
             */
            resources: {
                /** @default 0 */
                memory_mb: number;
                /** @default 0 */
                memory_total_mb: number;
                /** @default 0 */
                memory_rss_mb: number;
                /** @default 0 */
                memory_percent: number;
                /** @default 0 */
                cpu_user_ms: number;
                /** @default 0 */
                cpu_system_ms: number;
                /** @default 0 */
                cpu_percent: number;
                /** @default false */
                is_backing_off: boolean;
                /** @default null */
                backoff_reason: string | null;
                /** @enum {string|null} */
                backoff_cause?: "memory" | "cpu" | "clock" | null;
                /** @description The lowest `memory_percent` of each five minutes since its process started, up to four hours, oldest first. Absent: the worker does not report it. */
                memory_lows?: number[];
                disk?: components["schemas"]["Disk"];
            };
        };
        DecommissionedWorker: {
            worker_id: string;
            /** @enum {string} */
            status: "active" | "backing_off" | "draining" | "stopped" | "decommissioned" | "lost";
            message: string;
        };
        /** @description A key without its secret, which only its holder has. */
        ApiKey: {
            id: string;
            name: string;
            /**
             * @description What the key allows; each scope also allows what the scopes before it allow.
             * @enum {string}
             */
            scope: "read" | "operate" | "admin";
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key expires; null: never.
             * @example 2026-01-10T06:00:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            last_used_at: string | null;
            /** @description The id of the key that replaced it in a rotation. */
            replaced_by: string | null;
        };
        MadeApiKey: {
            id: string;
            /** @description The secret key; it is shown only in this response. */
            key: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            expires_at: string | null;
        };
        NewApiKey: {
            /** @description Who the key is for; shown in lists and in the audit. */
            name: string;
            /**
             * @description What the key allows; each scope also allows what the scopes before it allow.
             * @default read
             * @enum {string}
             */
            scope: "read" | "operate" | "admin";
            /** @description How long the key is valid; default: forever. */
            expires_in_seconds?: number;
        };
        KeyRotation: {
            /**
             * @description How long the former key stays valid.
             * @default 86400
             */
            overlap_seconds: number;
            /** @description How long the new key is valid; default: the lifetime that the former one was made with. */
            expires_in_seconds?: number;
        };
        WorkerReplicas: {
            statefulset: string;
            namespace: string;
            /** @description `K8S_REPLICAS_MIN`. */
            min: number;
            /** @description `K8S_REPLICAS_MAX`. */
            max: number;
            /** @description Pods that exist. */
            current: number;
            /** @description Pods that are wanted. */
            desired: number;
            /** @description Pods that take work; null if our Kubernetes role may only read and set the scale. */
            ready: number | null;
        };
        ScaledWorkers: {
            statefulset: string;
            namespace: string;
            /** @description `K8S_REPLICAS_MIN`. */
            min: number;
            /** @description `K8S_REPLICAS_MAX`. */
            max: number;
            requested: number;
            /** @description The number that was set: the requested one, raised to `min` or lowered to `max` if necessary. */
            replicas: number;
            /** @description The number that was set before. */
            previous: number;
            /** @description Whether the requested number was outside the bounds. */
            clamped: boolean;
            dry_run: boolean;
            message: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
        IdempotencyKey: string;
        /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
        Reason: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, even if nobody is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session after signing out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything is available. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text form of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Some of these types, separated by commas; default: all. */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream without an end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description The caller: the id of a key, `local`, or `command:user@machine`. */
                actor?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMigrationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationStatus"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableOldSchedules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description True reports what would be done, and does nothing. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description What was done, or what a dry run would do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisabledSchedules"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelPendingCrawlJobs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description True reports what would be done, and does nothing. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description What was done, or what a dry run would do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledJobs"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createResyncTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description True reports what would be done, and does nothing. */
                    dry_run?: boolean;
                    /**
                     * @description The two letters of a state or province.
                     * @example AZ
                     */
                    state_code?: string;
                };
            };
        };
        responses: {
            /** @description What was done, or what a dry run would do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedResync"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    migrateFully: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description True reports what would be done, and does nothing. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description What was done, or what a dry run would do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullMigration"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`. */
                role?: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep" | "product_resync";
                /** @description One or several of pending, claimed, running, stale, completed, unconfirmed, failed, cancelled, separated by commas. */
                status?: string;
                dispensary_id?: number;
                platform?: "dutchie" | "blaze";
                /** @description One or several states or provinces by their two letters, separated by commas. */
                state?: string;
                /** @description The current stage of an open chain. */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description Only the tasks with these ids, separated by commas; an id names the first or the newest attempt of a task. */
                ids?: string;
                /** @description The `worker_id` of the worker that has it or, if it has ended, had it last. */
                worker?: string;
                /** @description The kind of its last error, or several, separated by commas. */
                error?: string;
                /** @description Exactly this priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description The least number of retries. */
                retries_min?: number;
                /** @description Who requested it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that must all occur in the error, the result or (of a job) the payload; capital and small letters are equal. */
                search?: string;
                /** @description Created at this time or later. */
                since?: string;
                /** @description Created before this time. */
                until?: string;
                /** @description Ended at this time or later, with any outcome. */
                ended_since?: string;
                /** @description Ended before this time, with any outcome. */
                ended_until?: string;
                /** @description `ended` and `duration` list only closed ones. */
                sort?: "created" | "ended" | "duration" | "priority" | "retries";
                order?: "desc" | "asc";
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedTask"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTask"];
            };
        };
        responses: {
            /** @description The same work was already open, and continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was scheduled, and waits for its time. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countTasks: {
        parameters: {
            query?: {
                /** @description A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`. */
                role?: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep" | "product_resync";
                /** @description One or several of pending, claimed, running, stale, completed, unconfirmed, failed, cancelled, separated by commas. */
                status?: string;
                dispensary_id?: number;
                platform?: "dutchie" | "blaze";
                /** @description One or several states or provinces by their two letters, separated by commas. */
                state?: string;
                /** @description The current stage of an open chain. */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description Only the tasks with these ids, separated by commas; an id names the first or the newest attempt of a task. */
                ids?: string;
                /** @description The `worker_id` of the worker that has it or, if it has ended, had it last. */
                worker?: string;
                /** @description The kind of its last error, or several, separated by commas. */
                error?: string;
                /** @description Exactly this priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description The least number of retries. */
                retries_min?: number;
                /** @description Who requested it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that must all occur in the error, the result or (of a job) the payload; capital and small letters are equal. */
                search?: string;
                /** @description Created at this time or later. */
                since?: string;
                /** @description Created before this time. */
                until?: string;
                /** @description Ended at this time or later, with any outcome. */
                ended_since?: string;
                /** @description Ended before this time, with any outcome. */
                ended_until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of all statuses, in total and by role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskCounts"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCapacity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row for each role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Capacity"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRoleCapacity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`. */
                role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep" | "product_resync";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row of the role. `product_resync` covers fetching and ingesting; the slower of the two decides. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The role as it was requested. */
                        role: string;
                        /** @description Tasks that no worker has. */
                        pending_tasks: number;
                        /** @description The pending tasks that a worker could take now. */
                        ready_tasks: number;
                        claimed_tasks: number;
                        running_tasks: number;
                        completed_last_hour: number;
                        failed_last_hour: number;
                        active_workers: number;
                        avg_duration_sec: number | null;
                        tasks_per_worker_hour: number | null;
                        estimated_hours_to_drain: number | null;
                        /** @description Tasks an hour by which the backlog grows if it never drains; null: it drains, or this is not known. */
                        growth_per_hour: number | null;
                        workers_needed: {
                            for_1_hour: number | null;
                            for_4_hours: number | null;
                            for_8_hours: number | null;
                        };
                        bound_by: {
                            /** @enum {string|null} */
                            for_1_hour: "platform" | "database" | "memory" | null;
                            /** @enum {string|null} */
                            for_4_hours: "platform" | "database" | "memory" | null;
                            /** @enum {string|null} */
                            for_8_hours: "platform" | "database" | "memory" | null;
                        };
                        arrivals_per_hour: number;
                        upstream_tasks: number;
                        slot_seconds: number | null;
                        slots_per_worker: number;
                        queues: {
                            queue: string;
                            backlog: number;
                            oldest_age_sec: number;
                            added_per_hour: number;
                            dispatched_per_hour: number;
                        }[];
                        /** @description The rows of the single roles, if the requested word stands for several. */
                        stages?: components["schemas"]["Capacity"][];
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLastCompletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`. */
                role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep" | "product_resync";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Null: never, as far as is known. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        role: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        last_completion: string | null;
                        task: components["schemas"]["Task"] | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRecentCompletions: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`. */
                role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep" | "product_resync";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Task"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        role: string;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getActiveTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether there is one, with the task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dispensary_id: number;
                        active: boolean;
                        task: components["schemas"]["ListedTask"] | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateDiscovery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewDiscovery"];
            };
        };
        responses: {
            /** @description The same work was already open, and continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was scheduled, and waits for its time. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    generateResync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewResync"];
            };
        };
        responses: {
            /** @description A fan-out of the same scope was already running, and continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedFanOut"];
                };
            };
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedFanOut"];
                };
            };
            /** @description It was scheduled, and waits for its time. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedFanOut"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                /** @description The workflow and the run, as in lists. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its cancellation was requested; a running task ends within some seconds. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recoverStaleTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecoverStale"];
            };
        };
        responses: {
            /** @description The stuck tasks, and what was done about each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveredTasks"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                /** @description The workflow and the run, as in lists. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryTask"];
            };
        };
        responses: {
            /** @description The same work is already open as another task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was scheduled again, and waits for its time. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enqueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewJob"];
            };
        };
        responses: {
            /** @description The same crawl was already open, and continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description It was scheduled, and waits for its time. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedTask"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enqueueBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBatch"];
            };
        };
        responses: {
            /** @description The result for each dispensary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedBatch"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enqueueState: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStateCrawl"];
            };
        };
        responses: {
            /** @description A fan-out of the same scope was already running, and continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedFanOut"];
                };
            };
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedFanOut"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: {
                /** @description True also reads the `progress_message` of an open task, or the `outcome` of a closed one, from Temporal. */
                details?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The workflow and the run, as in lists. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDetail"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description One or several of pending, running, completed, failed, cancelled, separated by commas. */
                status?: string;
                /** @description A registered type: `GET /api/job-types` lists them. */
                job_type?: string;
                platform?: string;
                account?: string;
                /** @description Only the jobs with these ids, separated by commas. */
                ids?: string;
                /** @description The `worker_id` of the worker that has it or, if it has ended, had it last. */
                worker?: string;
                /** @description The kind of its last error, or several, separated by commas. */
                error?: string;
                /** @description Exactly this priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description The least number of retries. */
                retries_min?: number;
                /** @description Who requested it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that must all occur in the error, the result or (of a job) the payload; capital and small letters are equal. */
                search?: string;
                /** @description Created at this time or later. */
                since?: string;
                /** @description Created before this time. */
                until?: string;
                /** @description Ended at this time or later, with any outcome. */
                ended_since?: string;
                /** @description Ended before this time, with any outcome. */
                ended_until?: string;
                /** @description `ended` and `duration` list only closed ones. */
                sort?: "created" | "ended" | "duration" | "priority" | "retries";
                order?: "desc" | "asc";
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Job"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGenericJob"];
            };
        };
        responses: {
            /** @description A job with this id was already open, and continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countJobs: {
        parameters: {
            query?: {
                /** @description One or several of pending, running, completed, failed, cancelled, separated by commas. */
                status?: string;
                /** @description A registered type: `GET /api/job-types` lists them. */
                job_type?: string;
                platform?: string;
                account?: string;
                /** @description Only the jobs with these ids, separated by commas. */
                ids?: string;
                /** @description The `worker_id` of the worker that has it or, if it has ended, had it last. */
                worker?: string;
                /** @description The kind of its last error, or several, separated by commas. */
                error?: string;
                /** @description Exactly this priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description The least number of retries. */
                retries_min?: number;
                /** @description Who requested it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that must all occur in the error, the result or (of a job) the payload; capital and small letters are equal. */
                search?: string;
                /** @description Created at this time or later. */
                since?: string;
                /** @description Created before this time. */
                until?: string;
                /** @description Ended at this time or later, with any outcome. */
                ended_since?: string;
                /** @description Ended before this time, with any outcome. */
                ended_until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of all statuses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobCounts"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobTypes"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryJob"];
            };
        };
        responses: {
            /** @description It was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJob"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    editJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditJob"];
            };
        };
        responses: {
            /** @description The job as edited; no attempt runs with the earlier values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its cancellation was requested; a running job ends within some seconds. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; null: the type of the job returned none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    } | null;
                };
            };
            /** @description The client has this result already, by its `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobFiles: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["JobFile"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The part that `Range` names, if `If-Range` is absent or the `ETag`. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The client has this file already, by its `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobEvents: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RunEvent"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobAttempts: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["JobAttempt"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobLog: {
        parameters: {
            query?: {
                /** @description Only lines after the one with this number. */
                after?: number;
                order?: "desc" | "asc";
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["JobLogLine"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description The run that logged them; each retry is a new run. */
                        run_id: string;
                        /** @description How many lines fell away, because the log was too long. */
                        dropped: number;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credentials, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Credential"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCredential"];
            };
        };
        responses: {
            /** @description It was replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            /** @description It was added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only accounts of this platform. */
                platform?: string;
                /** @description Only accounts of this name. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, by platform and name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Account"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountName"];
            };
        };
        responses: {
            /** @description They were deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSchedulerStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulerStatus"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFanOuts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open fan-outs, and the last fifty that have ended and that Temporal still keeps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FanOut"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startFanOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewFanOut"];
            };
        };
        responses: {
            /** @description A fan-out of the same scope was already running, and continues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedFanOut"];
                };
            };
            /** @description The fan-out was started. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedFanOut"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFanOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow and the run, as in the list and in responses to starts; without the run, such as `crawl-due~all`, the newest fan-out of this workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fan-out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FanOutDetail"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelFanOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                /** @description The workflow and the run, as in the list and in responses to starts; without the run, such as `crawl-due~all`, the newest fan-out of this workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its cancellation was requested, and takes some seconds; chains that have begun continue. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FanOut"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task, which names one run; without the run, such as `crawl~1`, the newest run of this workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the ledger. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ledger"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BulkAction"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBulkAction"];
            };
        };
        responses: {
            /** @description With `dry_run`: what the action would apply to; nothing was started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForeseenBulkAction"];
                };
            };
            /** @description It was started; `Location` is the address of its progress. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedBulkAction"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its cancellation was requested, and takes some seconds; actions that were completed are not undone. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diffSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One comparison for each schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ScheduleDiff"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    applySchedules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplySchedules"];
            };
        };
        responses: {
            /** @description How each schedule compared before, and what was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppliedSchedule"][];
                    };
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedules, in the order of their ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Schedule"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description The response has everything that began or ended before this time; null: the ledger has never caught up with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it, so this is an earlier state. */
                        stale: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSchedule"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleEdit"];
            };
        };
        responses: {
            /** @description The schedule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The schedule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description The schedule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    backfillSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Backfill"];
            };
        };
        responses: {
            /** @description The schedule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    triggerSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Already running: the workflow that it starts is open, so nothing was started. Skipped: its last start still waits, and its overlap policy prevents another. Taken: Temporal has accepted the trigger, but has not reported the result in time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredSchedule"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDispensaries: {
        parameters: {
            query?: {
                /** @description The two letters of a state or province. */
                state?: string;
                platform?: "dutchie" | "blaze";
                enabled?: "true" | "false";
                /** @description Parts of the name and city, separated by spaces; in any order, in capital or small letters. */
                search?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Dispensary"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addDispensary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDispensary"];
            };
        };
        responses: {
            /** @description The store was already a dispensary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDispensary"];
                };
            };
            /** @description The store was added; its id and other fields are requested from the platform. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDispensary"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDispensary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dispensary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispensary"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeDispensary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DispensaryChange"];
            };
        };
        responses: {
            /** @description The dispensary after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispensary"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    findDispensaries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All dispensaries with this id or slug. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Dispensary"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    crawlDispensary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CrawlRequest"];
            };
        };
        responses: {
            /** @description The task that was started, or was already running. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStart"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRejectedLocations: {
        parameters: {
            query?: {
                /** @description The two letters of a state or province. */
                state?: string;
                platform?: "dutchie" | "blaze";
                /** @description A part of the reason, in capital or small letters. */
                reason?: string;
                /** @description A part of the name, in capital or small letters. */
                search?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Location"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    admitLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Admission"];
            };
        };
        responses: {
            /** @description The store was already a dispensary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDispensary"];
                };
            };
            /** @description The store is a dispensary now; later discoveries keep it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDispensary"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                dispensary_id?: number;
                /** @description Spelled exactly as in the catalog. */
                brand?: string;
                /** @description Spelled exactly as in the catalog. */
                category?: string;
                in_stock?: "true" | "false";
                on_special?: "true" | "false";
                /** @description A bound of the price that is paid. */
                price_min?: number;
                /** @description A bound of the price that is paid. */
                price_max?: number;
                /** @description Words that must all occur in the name and brand; of the last one, the beginning is enough. */
                search?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Product"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProductHistory: {
        parameters: {
            query?: {
                /** @description At this time or later. */
                since?: string;
                /** @description Before this time. */
                until?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ProductSnapshot"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                dispensary_id?: number;
                /** @description Only changes of this kind; without it, all kinds but quantity. */
                kind?: "added" | "removed" | "price" | "stock" | "quantity";
                /** @description At this time or later. */
                since?: string;
                /** @description Before this time. */
                until?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Change"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDispensaryOverview: {
        parameters: {
            query?: {
                dispensary_id?: number;
                state?: "" | string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DispensaryOverview"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBrandPresence: {
        parameters: {
            query?: {
                brand_name?: "" | string;
                state?: "" | string;
                category?: "" | string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BrandPresence"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCurrentPrices: {
        parameters: {
            query?: {
                brand_name?: "" | string;
                category?: "" | string;
                state?: "" | string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CurrentPrices"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPriceHistory: {
        parameters: {
            query?: {
                store_product_id?: number;
                dispensary_id?: number;
                day?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PriceHistory"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAvailability: {
        parameters: {
            query?: {
                dispensary_id?: number;
                brand_name?: "" | string;
                state?: "" | string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Availability"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAssortmentChanges: {
        parameters: {
            query?: {
                dispensary_id?: number;
                day?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AssortmentChanges"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getQuality: {
        parameters: {
            query?: {
                platform?: "dutchie" | "blaze";
                /** @description The two letters of a state or province. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualitySummary"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listQuality: {
        parameters: {
            query?: {
                /** @description `unconfirmed`: the last crawl fetched a menu that is doubted; the catalog shows the previous one. `quarantined`: payloads wait for a decision. `misses-off`: the last payload is incomplete or partly unreadable, so products that it lacks stay in stock. `overdue`: no menu has been ingested for longer than the crawl interval allows. `unresolved`: the platform does not know the store’s slug, so the store was never crawled. `confirmed`: the last menu was doubted, then ingested because a later crawl saw the same. `empty`: the last menu has no product at all. `drifting`: payloads have new, changed or missing fields. `skipped`: products of the last payload could not be read. `flawed`: options or values of the last payload were left out or doubted. */
                problem?: components["schemas"]["QualityProblem"];
                platform?: "dutchie" | "blaze";
                /** @description The two letters of a state or province. */
                state?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DispensaryQuality"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listQuarantine: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only payloads of this store. */
                dispensary_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PayloadDetail"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description How many payloads wait, over all pages. */
                        total: number;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decidePayload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionRequest"];
            };
        };
        responses: {
            /** @description It was rejected; or it was confirmed and ingested before, so nothing was started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description It was confirmed, and its ingest was started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshPayload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task that was started, or was already running. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStart"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReplayablePayloads: {
        parameters: {
            query?: {
                /** @description Only payloads of these dispensaries: one or several ids, separated by commas. */
                dispensary_ids?: string;
                /** @description The two letters of a state or province. */
                state?: string;
                /** @description At this time or later. */
                since?: string;
                /** @description Before this time. */
                until?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ReplayablePayload"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description How many payloads of the range cannot be ingested, because of their verdict or their file. */
                        left_out: {
                            reason: string;
                            count: number;
                        }[];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes, by option. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayPreview"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPayloads: {
        parameters: {
            query?: {
                dispensary_id?: number;
                /** @description True: only payloads of crawled stores whose menu in the catalog is older. With `verdict=rejected`, the stores to crawl again. */
                unreplaced?: "true" | "false";
                platform?: "dutchie" | "blaze";
                verdict?: "accepted" | "suspect" | "confirmed" | "rejected";
                /** @description At this time or later. */
                since?: string;
                /** @description Before this time. */
                until?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Payload"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPayloadsOfStore: {
        parameters: {
            query?: {
                platform?: "dutchie" | "blaze";
                verdict?: "accepted" | "suspect" | "confirmed" | "rejected";
                /** @description At this time or later. */
                since?: string;
                /** @description Before this time. */
                until?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                dispensaryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Payload"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLatestPayload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dispensaryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payload"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPayload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadDetail"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPayloadData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole payload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadDocument"];
                };
            };
            /** @description The client has this payload already, by its `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diffPayloads: {
        parameters: {
            query?: {
                /** @description The id of the older payload; default: the one before `to`. */
                from?: number;
                /** @description The id of the newer payload; default: the newest one. */
                to?: number;
            };
            header?: never;
            path: {
                dispensaryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes, by option. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadDiff"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    comparePayloadFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes of the fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadFields"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewMisses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The products that it would count as missed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadMisses"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getImage: {
        parameters: {
            query?: {
                /** @description Width in pixels, 1 to 4000. */
                w?: string;
                /** @description Height in pixels, 1 to 4000. */
                h?: string;
                /** @description Quality, 1 to 100; default 80. */
                q?: string;
                /** @description How the picture is fitted if both width and height are given; default `cover`. */
                fit?: "cover" | "contain" | "fill" | "inside" | "outside";
                /** @description Sigma of a blur, 0.3 to 1000. */
                blur?: string;
                /** @description 1 makes the picture gray. */
                gray?: "0" | "1";
                /** @description Default `webp`. */
                format?: "webp" | "jpeg" | "png" | "avif";
                /** @description The signature; required if IMAGE_SIGNING_KEY is set. */
                sig?: string;
            };
            header?: never;
            path: {
                /** @description The path of a picture below `images/` of the storage; its slashes need not be encoded. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/avif": string;
                };
            };
            /** @description The client has this picture already, by its `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPlatforms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The platforms, then other hosts by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PlatformPace"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setPlatformLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformLimits"];
            };
        };
        responses: {
            /** @description The platform with its new limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformPace"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopPlatform: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformStop"];
            };
        };
        responses: {
            /** @description The platform is stopped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchedPlatform"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startPlatform: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The platform is not stopped any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchedPlatform"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProxies: {
        parameters: {
            query?: {
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Proxy"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addProxy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default http
                     * @enum {string}
                     */
                    protocol?: "http" | "https" | "socks5";
                    host: string;
                    port: number;
                    username?: string;
                    password?: string;
                    owner?: string;
                    country_code?: string;
                    max_concurrent?: number;
                };
            };
        };
        responses: {
            /** @description A proxy with the same protocol, host, port and user was known, and was updated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proxy"];
                };
            };
            /** @description It was added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proxy"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProxy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proxy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proxy"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importProxies: {
        parameters: {
            query?: {
                owner?: string;
                country_code?: string;
                max_concurrent?: number;
                /** @description True only checks the list. */
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Lines, or CSV whose first line names its columns. The patterns show the simplest forms; docs/how-to/add-proxies.md has those with user and password, and all columns. */
        requestBody: {
            content: {
                "text/plain": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description How many proxies were added and updated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedProxies"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testProxy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request: a repeat of it within seven days gets the first response, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedProxy"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableProxies: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description The proxies after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchedProxies"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableProxies: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description The proxies after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchedProxies"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableProxy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proxy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proxy"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableProxy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proxy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proxy"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkerRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WorkerRole"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkers: {
        parameters: {
            query?: {
                /** @description `silent` counts workers that have missed three heartbeats and are not lost yet, whatever status they last reported. */
                status?: string;
                /** @description The number of items on a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Worker"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of all workers in the registry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerCounts"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All pods. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Pod"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The worker. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worker"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerWorker: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example worker-abc123 */
                    worker_id: string;
                    /**
                     * @description Default: the `worker_id`.
                     * @example worker-abc123
                     */
                    pod_name?: string;
                    /** @example worker-abc123 */
                    role?: string | null;
                    /** @example worker-abc123 */
                    version?: string;
                    /** @default [] */
                    queues?: {
                        /** @example worker-abc123 */
                        queue: string;
                        slots: number;
                    }[];
                    /** @description Default: `MAX_CONCURRENT_TASKS`. */
                    max_concurrent_tasks?: number;
                    /**
                     * @default {
                     *       "memory_mb": 0,
                     *       "memory_total_mb": 0,
                     *       "memory_rss_mb": 0,
                     *       "memory_percent": 0,
                     *       "cpu_user_ms": 0,
                     *       "cpu_system_ms": 0,
                     *       "cpu_percent": 0,
                     *       "is_backing_off": false,
                     *       "backoff_reason": null
                     *     }
                     */
                    resources?: {
                        /** @default 0 */
                        memory_mb?: number;
                        /** @default 0 */
                        memory_total_mb?: number;
                        /** @default 0 */
                        memory_rss_mb?: number;
                        /** @default 0 */
                        memory_percent?: number;
                        /** @default 0 */
                        cpu_user_ms?: number;
                        /** @default 0 */
                        cpu_system_ms?: number;
                        /** @default 0 */
                        cpu_percent?: number;
                        /** @default false */
                        is_backing_off?: boolean;
                        /** @default null */
                        backoff_reason?: string | null;
                        /** @enum {string|null} */
                        backoff_cause?: "memory" | "cpu" | "clock" | null;
                        /** @description The lowest `memory_percent` of each five minutes since its process started, up to four hours, oldest first. Absent: the worker does not report it. */
                        memory_lows?: number[];
                        disk?: components["schemas"]["Disk"];
                    };
                };
            };
        };
        responses: {
            /** @description The name of the worker. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWorker"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recordHeartbeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Heartbeat"];
            };
        };
        responses: {
            /** @description What the worker has to know, such as a request to stop. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeardHeartbeat"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decommissionWorker: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stop was requested. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecommissionedWorker"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description The `cursor` of the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeApiKey"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeApiKey"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkerReplicas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The StatefulSet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerReplicas"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    scaleWorkers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The reason for the request. The audit keeps it, and the timelines of tasks and jobs show it to everyone who may read them. It is a text of at most 500 characters without control characters; a text with non-ASCII characters is encoded as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 10 */
                    replicas: number;
                    /**
                     * @description True has Kubernetes check the request without changing anything.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description The number that was set, or would be set by a dry run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScaledWorkers"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
