// Made from the OpenAPI document by `node scripts/check-docs.ts --write`.

export interface paths {
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and what that allows */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a key
         * @description Sets a cookie that the API takes in place of a key for 12 hours, or until the key expires or is revoked. Scripts cannot read it, and browsers send it to no other site. After ten wrong keys within a minute an address has to wait.
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
        /** Whether all that the API needs is there */
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
         * Tells what changed, as server-sent events
         * @description Events `task`, `job`, `run` (any other workflow), `worker`, `quarantine`, `quality` (the problems of a dispensary) and `operation` (what somebody did by the API or the command), within about a second of the change, or some for what Temporal alone knows. A client that reconnects with `Last-Event-ID`, as browsers do, gets what it missed, from any API process and after a restart; `reset` when that is too much or too long ago, after which everything is to be loaded anew. `alive` comes after five seconds in which nothing else did: whoever hears nothing for longer has lost the API.
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
         * Whether everything is all right, what is wrong and why, and whether it clears by itself
         * @description From the ledger: it answers while Temporal is away too, and says so. Of the last day, the hours that are over and the failures may be some seconds old where they take long to count.
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
        /** The queue of the system before, beside what does its work now */
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
        /** Switch the schedules of the system before off */
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
        /** Cancel what waits in the queues of the system before */
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
        /** All of it: stop the system before, crawl all stores, discover stores, refresh the analytics */
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
        /** How much waits, and how many workers it takes, by role */
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
        /** The same for one role */
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
        /** When work of a role was completed last */
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
        /** The work of a role that was completed last */
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
        /** Ask an open task to end */
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
        /** Crawl some dispensaries, each with an answer of its own */
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
        /** One task, with its stages and what is open of it */
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
        /** The registered types of jobs, and what each takes */
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
        /** Run a closed job again, from where it failed */
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
        /** One job, with its progress and what it was given */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /** Delete a job that waits or is over; its files stay */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
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
        /** Ask a job that waits or runs to end */
        post: operations["cancelJob"];
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
        /** What jobs run, how many wait, and whether a worker takes them */
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
        /** One fan-out, with its chains counted */
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
        /** Ask a fan-out to start nothing more */
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
        /** Where the Temporal Web UI shows a workflow of any kind */
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
        /** Cancel, retry or start all tasks or jobs that a filter matches */
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
        /** Ask a bulk action to stop where it is */
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
        /** How the schedules compare with code and the environment of the API */
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
        /** What starts by itself */
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
        /** Change a schedule; what is left out stays */
        put: operations["updateSchedule"];
        post?: never;
        /** Remove a schedule; one that code knows comes back when schedules are applied */
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
         * The dispensaries of an id or a slug
         * @description Stores of several platforms may have the same slug. Where there is none, the refusal names slugs that are near.
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
        /** Crawls a dispensary now, unless that is under way */
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
         * @description A page may hold fewer products than `limit`, or none, although more follow: see `next_cursor`.
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
         * @description A page may hold fewer changes than `limit`, or none, although more follow: see `next_cursor`. A payload that is ingested late appears at the time at which it was fetched.
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
         * @description As of the last refresh of the analytics.
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
         * In how many stores each brand is, by state and category
         * @description As of the last refresh of the analytics.
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
         * What things cost now, by brand, category and state
         * @description As of the last refresh of the analytics.
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
         * @description As of the last refresh of the analytics.
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
         * @description As of the last refresh of the analytics.
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
         * @description As of the last refresh of the analytics.
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
        /** How many dispensaries of each platform have which problem, with an example of each, and the fields that drift */
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
        /** Payloads that are doubted and wait for a decision: the one that was fetched last first */
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
        /** Believes a payload of the quarantine and has it ingested, or does not */
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
        /** Has a stored payload ingested again, with the rules of today */
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
        /** What ingesting a payload again, with the rules of today, would change of its snapshots */
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
        /** Stored payloads: the one that was fetched last first */
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
        /** The newest payload of a store that is believed */
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
        /** What is known of a payload */
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
        /** A payload as it stands in its file, each product just as the platform sent it */
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
        /** What changed between two payloads of a store: the last two, unless told which */
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
        /** Fields that the platform sends no more, or anew, since the last payload of the store that is believed, and which were probably renamed */
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
        /** Products of the store that a payload lacks, and which of them go out of stock if it goes in now */
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
        /** A stored picture, in the size and format that are asked for */
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
        /** Set limits of a platform; they hold from the next request of each worker on */
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
        /** Let requests to a platform go again; work that waits continues within a minute */
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
        /** Add a proxy, or bring a known one up to date */
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
        /** Put proxies into use, with a fresh start: all of them, or none when one is unknown */
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
        /** Put a proxy into use, with a fresh start */
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
        /** The workers that the registry knows, with what their last heartbeat said */
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
        /** The pods of the workers that live, with the memory of each */
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
        /** A worker, with what its last heartbeat said */
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
        /** Put a worker that runs elsewhere into the registry */
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
        /** Report what a worker that runs elsewhere is doing */
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
        /** Ask a worker to stop: it takes nothing new, finishes what runs, and ends */
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
        /** The keys of the API, those that were revoked too, without their secrets */
        get: operations["listKeys"];
        put?: never;
        /** Make a key; the first one is made by the command, beside the database */
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
        /** Make a key void, within two seconds */
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
        /** How many pods of workers there are, and are to be */
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
            /** @description False: nobody may do anything. */
            signed_in: boolean;
            /**
             * @description `session`: the cookie. `key`: a key that came with this request. `open`: no key was ever made, and the API takes requests of this machine alone. Null: nobody is signed in.
             * @enum {string|null}
             */
            by: "session" | "key" | "open" | null;
            /** @description False while the API is open to this machine. */
            keys_required: boolean;
            /** @description Of the key; `local` while the API is open. */
            id: string | null;
            /** @description Of the key. */
            name: string | null;
            /** @enum {string|null} */
            scope: "read" | "operate" | "admin" | null;
            /** @description What that allows: the scope and those below it. */
            scopes: ("read" | "operate" | "admin")[];
            /**
             * Format: date-time
             * @description When the session ends; null: nobody is signed in, or the key never expires.
             * @example 2026-01-10T06:00:00.000Z
             */
            expires_at: string | null;
            /** @description Why the session of this request ended; null: there was none, or it is still valid. */
            ended_because: string | null;
        };
        /** @description What went wrong, in the form of RFC 9457. */
        Problem: {
            /** @description `urn:crawlchain:problem:` and the code. */
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "bad-input" | "bad-cursor" | "unauthenticated" | "unknown-key" | "forbidden" | "private-address" | "bad-signature" | "cross-site" | "not-found" | "not-allowed" | "conflict" | "idempotency-key-in-use" | "too-large" | "not-json" | "not-text" | "impossible" | "too-broad" | "idempotency-key-reused" | "rate-limited" | "internal" | "statefulset-not-found" | "kubernetes-conflict" | "kubernetes-forbidden" | "kubernetes-unreachable" | "not-in-kubernetes" | "password-key-missing" | "too-many-streams" | "temporal-unavailable" | "database-unavailable";
            detail: string;
            errors?: {
                /** @enum {string} */
                in: "body" | "query" | "path" | "header";
                /** @description A JSON pointer (RFC 6901) into that part. */
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
             * @description Which installation this API belongs to: the id in its database. Null: that cannot be asked.
             */
            instance: string | null;
            checks: {
                database: {
                    ready: boolean;
                    /** @description Why it is not. */
                    reason: string | null;
                };
                temporal: {
                    ready: boolean;
                    /** @description Why it is not. */
                    reason: string | null;
                };
                storage: {
                    ready: boolean;
                    /** @description Why it is not. */
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
            /** @description The id of the key; `local`; of the command, `command:user@machine`. */
            actor: string;
            actor_name: string;
            address: string | null;
            /** @description Of HTTP, or `COMMAND`. */
            method: string;
            /** @description Of a call of the command, its words. */
            path: string;
            /** @description What `X-Reason` or `--reason` said. */
            reason: string | null;
            /** @description Of a bulk action: what is done to how many tasks or jobs of which filter. Null: path and body say it. */
            summary: string | null;
            /** @description The body without secrets. Of more than 4,000 characters: the `beginning`, how many `characters` were sent, and their `sha256`, which is null where a field was taken out. Of a list of proxies, and of what is not JSON: its `characters`. */
            body?: unknown;
            /** @description The status of the answer, or the exit code of the command. Null: as with `outcome`. */
            status: number | null;
            /**
             * @description `interrupted`: the API or the database ended before it was answered, so it may have been done or not; a request is known for that after ten minutes. Null: it may be under way.
             * @enum {string|null}
             */
            outcome: "done" | "failed" | "refused" | "interrupted" | null;
        };
        Overview: {
            /**
             * Format: date-time
             * @description All that began or ended before is in; null: nothing was read yet.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: it was so at `as_of`, and nothing newer is known. */
            stale: boolean;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            generated_at: string;
            /**
             * @description How to call the command here: the sentences of `reasons` call it so (CRAWLCHAIN_COMMAND).
             * @example npx crawlchain
             */
            command: string;
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
             * @description How many of the reasons need a person; null: there is none.
             * @example 2 things need a person, 1 clears by itself
             */
            outlook: string | null;
            /** @description The worst first. */
            reasons: {
                /** @enum {string} */
                severity: "degraded" | "bad";
                /** @description Stable: programs may tell reasons apart by it. */
                code: string;
                words: string;
                /** @description False: it stays until a person does something. Null: not known. */
                clears_by_itself: boolean | null;
                /**
                 * Format: date-time
                 * @description When it is expected to clear by itself, or the next attempt begins; null: not known.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                clears_at: string | null;
                /** @description Where the dashboard shows it. */
                page: string;
                /** @description Where the API does. */
                api: string;
            }[];
            /**
             * Format: date-time
             * @description Figures of the last day are of the 24 hours of the clock (UTC) from then on.
             * @example 2026-01-10T06:00:00.000Z
             */
            since: string;
            counts: {
                pending: number;
                running: number;
                completed: number;
                /** @description Of `completed`, those whose menu is doubted. */
                unconfirmed: number;
                failed: number;
                /** @description More tasks wait than were counted. */
                pending_more: boolean;
                tasks: {
                    pending: number;
                    running: number;
                    completed: number;
                    /** @description Of `completed`, those whose menu is doubted. */
                    unconfirmed: number;
                    failed: number;
                };
                jobs: {
                    pending: number;
                    running: number;
                    completed: number;
                    /** @description Of `completed`, those whose menu is doubted. */
                    unconfirmed: number;
                    failed: number;
                };
            };
            /** @description Those of the pending tasks that wait for their time; of these, `retries` do the work of a chain that has failed once more. */
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
                 * @description All that began or ended before is in; null: nothing was read yet.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                as_of: string | null;
                /** @description True: it was so at `as_of`, and nothing newer is known. */
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
                         * @description What keeps it from being clear within an hour. `failures`: all attempts fail.
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
                    /** @description How many menus of the store wait, with this one. */
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
                 * @description Since when the target refuses every proxy.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                open_until: string;
                openings: number;
                being_tried: boolean;
                /** @description What it answered last; null: the record was deleted. */
                last_refusal: string | null;
            }[];
            proxies: {
                active: number;
                others: number;
                /** @description Of the others, those that are tried again by themselves after failures. */
                resting: number;
                /**
                 * Format: date-time
                 * @description When the first of these is tried again.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                next_ready_at: string | null;
                /**
                 * Format: date-time
                 * @description Since when no active proxy reaches the echo; null: one does, or nobody tried.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                unreached_since: string | null;
            };
            /** @description Those that live; `silent`: they have missed three heartbeats. */
            workers: {
                active: number;
                backing_off: number;
                draining: number;
                silent: number;
            };
            /** @description Null: Temporal has them, and was never asked with success. */
            schedules: {
                /**
                 * Format: date-time
                 * @description All that began or ended before is in; null: nothing was read yet.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                as_of: string | null;
                /** @description True: it was so at `as_of`, and nothing newer is known. */
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
                    /** @description Where all of them are of one dispensary. */
                    dispensary_id: number | null;
                    dispensary_name: string | null;
                    /** @description Of the newest. */
                    message: string;
                    /** @description As the list has them: every task that failed, and every job whose newest run failed. */
                    count: number;
                    /** @description Of these, tasks whose dispensary has completed one since. A job that completed since is not among them. */
                    recovered: number;
                    /** @description Of these, tasks whose dispensary is tried again by itself: a retry waits for its time or is under way. */
                    retrying: number;
                    /**
                     * Format: date-time
                     * @description When the next of the retries that wait is due.
                     * @example 2026-01-10T06:00:00.000Z
                     */
                    next_retry_at: string | null;
                    /**
                     * Format: date-time
                     * @example 2026-01-10T06:00:00.000Z
                     */
                    last_at: string;
                    /** @description In the hours of `hours`. */
                    by_hour: number[];
                    /**
                     * @description The last three hours against the three before.
                     * @enum {string}
                     */
                    trend: "rising" | "falling" | "steady";
                    /** @description For `POST /api/bulk-actions`: it matches these, and others whose message has the same words. */
                    filter: {
                        [key: string]: string;
                    };
                }[];
                more: boolean;
            };
        };
        /** @description The queue before, null where a table does not exist, and ours. */
        MigrationStatus: {
            /**
             * @description Where the tables of the queue before are looked for.
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
                    /** @description Null: no column says which of them run. */
                    enabled: number | null;
                } | null;
                job_schedules: {
                    total: number;
                    /** @description Null: no column says which of them run. */
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
            /** @description What is left to do; empty: nothing. */
            remaining: string[];
        };
        DisabledSchedules: {
            dry_run: boolean;
            schedules: {
                table: string;
                /** @description Null: it cannot be stopped here, see `reason`. */
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
                /** @description What they are now, in the words of the table. */
                status: string;
                /** @description What old workers are at is left to them. */
                under_way: number;
                under_way_ids: string[];
            }[];
        };
        StartedResync: {
            dry_run: boolean;
            /** @description `all`, or a state. */
            scope: string;
            /** @description How many are crawled. */
            dispensaries: number;
            /** @description How many are not, since their crawl began within the last hour. */
            left_alone: number;
            workflow_id: string;
            /** @description Null: a dry run would start one. */
            run_id: string | null;
            /**
             * @description What is running already goes on, and no other is started; a dry run tells the same.
             * @enum {string}
             */
            outcome: "started" | "already running" | "would start";
        };
        FullMigration: {
            dry_run: boolean;
            disabled_schedules: {
                table: string;
                /** @description Null: it cannot be stopped here, see `reason`. */
                disabled: number | null;
                names: string[];
                already_disabled: number | null;
                /** @description What a person has to do; null: nothing. */
                reason: string | null;
            }[];
            cancelled_work: {
                table: string;
                cancelled: number;
                /** @description What they are now, in the words of the table. */
                status: string;
                /** @description What old workers are at is left to them. */
                under_way: number;
                under_way_ids: string[];
            }[];
            resync: {
                /** @description `all`, or a state. */
                scope: string;
                /** @description How many are crawled. */
                dispensaries: number;
                /** @description How many are not, since their crawl began within the last hour. */
                left_alone: number;
                workflow_id: string;
                /** @description Null: a dry run would start one. */
                run_id: string | null;
                /**
                 * @description What is running already goes on, and no other is started; a dry run tells the same.
                 * @enum {string}
                 */
                outcome: "started" | "already running" | "would start";
            };
            discovery: {
                workflow_id: string;
                /** @description Null: a dry run would start one. */
                run_id: string | null;
                /**
                 * @description What is running already goes on, and no other is started; a dry run tells the same.
                 * @enum {string}
                 */
                outcome: "started" | "already running" | "would start";
            };
            analytics: {
                workflow_id: string;
                /** @description Null: a dry run would start one. */
                run_id: string | null;
                /**
                 * @description What is running already goes on, and no other is started; a dry run tells the same.
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
             * @description Where an open chain is.
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
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; of a task that has ended, its first one.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, however.
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
            /** @description A kind of docs/reference/errors.md, else the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description Attempts of its stages after the first, and runs before it that failed. */
            retry_count: number;
            /** @description How often the whole task is run again. */
            max_retries: number | null;
            /** @description Who asked for it. */
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
             * @description All that holds an open task, job or fan-out back, in words; null: nothing that is known does.
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
            /** @description Statuses of which a role has more than 10000; it is shown as having so many. */
            more: ("pending" | "claimed" | "running" | "stale" | "completed" | "unconfirmed" | "failed" | "cancelled")[];
            /**
             * Format: date-time
             * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it; this was so before. */
            stale: boolean;
        };
        Capacity: {
            /** @enum {string} */
            role: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep";
            /** @description Those that no worker has. */
            pending_tasks: number;
            /** @description Those of them that a worker could take now. */
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
             * @description Where an open chain is.
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
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; of a task that has ended, its first one.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, however.
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
            /** @description A kind of docs/reference/errors.md, else the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description Attempts of its stages after the first, and runs before it that failed. */
            retry_count: number;
            /** @description How often the whole task is run again. */
            max_retries: number | null;
            /** @description Who asked for it. */
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
             * @description Where an open chain is.
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
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; of a task that has ended, its first one.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, however.
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
            /** @description A kind of docs/reference/errors.md, else the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description Attempts of its stages after the first, and runs before it that failed. */
            retry_count: number;
            /** @description How often the whole task is run again. */
            max_retries: number | null;
            /** @description Who asked for it. */
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
            /** @description True: it was there, and was brought forward if this is more urgent. */
            already_running: boolean;
        };
        NewTask: {
            /** @enum {string} */
            role: "payload_fetch" | "product_discovery" | "product_resync";
            /** @example 1 */
            dispensary_id: number;
            /**
             * @description That of the dispensary; it need not be said.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /** @description False leaves the pictures out. */
            images?: boolean;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description Not before this moment; one that is past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How often the whole task is tried again when it has failed, besides the retries of its stages. Default: 3 for a chain, else 0. */
            max_retries?: number;
        } | {
            /** @enum {string} */
            role: "entry_point_discovery";
            /** @example 1 */
            dispensary_id: number;
            /**
             * @description That of the dispensary; it need not be said.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description Not before this moment; one that is past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How often the whole task is tried again when it has failed, besides the retries of its stages. Default: 3 for a chain, else 0. */
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
             * @description That of the dispensary; it need not be said.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description Not before this moment; one that is past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How often the whole task is tried again when it has failed, besides the retries of its stages. Default: 3 for a chain, else 0. */
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
             * @description Several states, in place of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[];
            /**
             * @description Of the state alone.
             * @example Phoenix
             */
            city?: string;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description Not before this moment; one that is past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How often the whole task is tried again when it has failed, besides the retries of its stages. Default: 3 for a chain, else 0. */
            max_retries?: number;
        } | {
            /** @enum {string} */
            role: "analytics_refresh" | "proxy_probe" | "storage_sweep";
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description Not before this moment; one that is past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How often the whole task is tried again when it has failed, besides the retries of its stages. Default: 3 for a chain, else 0. */
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
             * @description Several states, in place of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[];
            /**
             * @description Of the state alone.
             * @example Phoenix
             */
            city?: string;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
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
            /** @description `/api/fan-outs/{id}` takes it. While it waits for its time it is a task, which `/api/tasks/{id}` takes. */
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
            /** @description That are enabled in that scope now. */
            dispensaries: number;
            already_running: boolean;
            /** @description Where the one stands that was running already; null where Temporal does not say it. */
            running: components["schemas"]["FanOut"] | null;
            /** @description The same in words, and how to stop it; null where this one was started. */
            detail: string | null;
        };
        FanOut: {
            id: string;
            workflow_id: string;
            /** @description Of its first run, which its chains carry as `FanOut`. */
            run_id: string;
            /** @description `all`, or a state. */
            scope: string;
            /**
             * @description Null: all.
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
             * @description When it ended, however; chains may go on.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /** @description Who was crawled longer ago is due. 0: everybody who is enabled. */
            interval_hours: number;
            priority: number;
            /** @description Chains of it that may be open at once. */
            window: number;
            /** @description Null: it is not divided into batches. */
            over_hours: number | null;
            batches: number | null;
            /** @description Null: not known, or the fan-out has ended. */
            batches_begun: number | null;
            /**
             * Format: date-time
             * @description Later where the batch before it still waits for the window.
             * @example 2026-01-10T06:00:00.000Z
             */
            next_batch_at: string | null;
            /** @description Null while no worker says it. */
            chains_started: number | null;
            /** @description Dispensaries that had a chain already, and got no second. */
            chains_running_before: number | null;
            /** @description Of those that it started. Null in lists for one that is over. */
            chains_open: number | null;
            chains_completed: number | null;
            /** @description Of those that are over: nothing went in, since the menu is doubted. */
            chains_unconfirmed: number | null;
            chains_failed: number | null;
            /** @description What it says of itself. */
            summary: string | null;
            error: string | null;
        };
        NewResync: {
            /** @default 6 */
            batches_per_day: number;
            /**
             * Format: date
             * @description A day, UTC; today begins now.
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
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /** @description False leaves the pictures out. */
            images?: boolean;
        };
        RecoveredTasks: {
            threshold_minutes: number;
            dry_run: boolean;
            /** @description How many began again. */
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
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
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
             * @description That of the dispensary; it need not be said.
             * @enum {string}
             */
            platform?: "dutchie" | "blaze";
            /** @description False leaves the pictures out. */
            images?: boolean;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /**
             * Format: date-time
             * @description Not before this moment; one that is past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
            /** @description How often the whole task is tried again when it has failed, besides the retries of its stages. Default: 3 for a chain, else 0. */
            max_retries?: number;
        };
        StartedBatch: {
            started: number;
            already_running: number;
            refused: number;
            /** @description Temporal had no time for them: send them again. */
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
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /** @description False leaves the pictures out. */
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
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /** @description False leaves the pictures out. */
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
             * @description Where an open chain is.
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
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            /**
             * Format: date-time
             * @description When a worker took its current attempt; of a task that has ended, its first one.
             * @example 2026-01-10T06:00:00.000Z
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When a worker took its first.
             * @example 2026-01-10T06:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, however.
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
            /** @description A kind of docs/reference/errors.md, else the name of the error. */
            error_kind: string | null;
            error_message: string | null;
            /** @description Attempts of its stages after the first, and runs before it that failed. */
            retry_count: number;
            /** @description How often the whole task is run again. */
            max_retries: number | null;
            /** @description Who asked for it. */
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
             * @description All that holds an open task, job or fan-out back, in words; null: nothing that is known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
            /** @description How far an open task is; null: `details` did not ask, or no worker has it. */
            progress_message: string | null;
            /** @description What the workflow of a closed task has returned; null: `details` did not ask, or Temporal does not have it any more. */
            outcome: {
                [key: string]: unknown;
            } | null;
            /** @description What happens after a failure of this kind, in a sentence. */
            error_meaning: string | null;
            /** @description Its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set. */
            web_ui_url: string | null;
            /** @description Those of a chain, in the order in which they began. */
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
            /** @description What a chain has stored, the newest first. */
            menus: {
                /** @description Of the payload; `/api/payloads/{id}` has all of it. */
                id: number;
                /** @enum {string} */
                verdict: "accepted" | "suspect" | "confirmed" | "rejected";
                /** @enum {string} */
                file_state: "stored" | "missing" | "corrupt" | "expired";
                product_count: number;
                pages: number;
                /** @description On disk, compressed. */
                size_bytes: number;
                /** @description As the platform sent it, decompressed. */
                size_bytes_raw: number;
                browser_profile: string;
                /** @description `host:port`; null: none, or it was deleted. */
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
            /** @description What its last attempt has taken so far. */
            costs: {
                /** @description Of the menus that it stored. */
                pages: number;
                /** @description Of the same, as the platform sent them, decompressed. */
                menu_bytes: number;
                /** @description From when its stages began until they ended, with the pauses between their attempts. */
                stage_seconds: number;
                /** @description Through proxies that there are still; null: it began more than 30 days ago, and sessions are kept as long. */
                proxies: {
                    sessions: number;
                    /** @description Those that were blocked, failed or broke off. */
                    failed_sessions: number;
                    /** @description Of the answers, as they came over the network. */
                    bytes: number;
                } | null;
            };
            /** @description The task that came after one that has ended; null: none. */
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
                /** @description True: the ended task was a delayed start that was started before its time; this task does its work. False: this is the next run of the same workflow. */
                in_place: boolean;
            } | null;
            /** @description The task that waits to do the work once more, since this one failed or its menu is doubted; null: none waits. */
            tried_again: {
                id: string;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                at: string | null;
                /** @description Which retry of the whole task it is, from 1; null: it fetches a doubted menu again. */
                retry: number | null;
                /** @description How many retries of the whole task there are at most; null: `retry` is. */
                retries_max: number | null;
            } | null;
            /** @description What happened, the oldest first; of very many events the last 200. */
            timeline: components["schemas"]["RunEvent"][];
            /** @description The piece of work that is open. */
            activity: {
                id: string;
                type: string;
                attempt: number;
                /** @description Then it has failed for good; null: there is no such limit. */
                attempts_max: number | null;
                /**
                 * Format: date-time
                 * @description What fails later is not tried again; null: there is no such time.
                 * @example 2026-01-10T06:00:00.000Z
                 */
                gives_up_at: string | null;
                /** @description How often a fetch was refused so far, over all attempts, and at which refusal it gives up; null: nobody counts them. */
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
                /** @description What the worker said last about its progress. */
                heartbeat?: unknown;
            } | null;
            cancel_requested: boolean;
            /**
             * Format: date-time
             * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it; this was so before. */
            stale: boolean;
        };
        RunEvent: {
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            at: string;
            /** @enum {string} */
            event: "created" | "claimed" | "stage" | "progress" | "retried" | "continued" | "reopened" | "promoted" | "start_requested" | "cancel_requested" | "completed" | "unconfirmed" | "failed" | "cancelled";
            /** @description Of the attempt. */
            run_id: string;
            worker_id: string | null;
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            /** @description Who asked for it: the name of a key. */
            actor: string | null;
            error_kind: string | null;
            /** @description An error, the stage that began, or what a job says of its progress. */
            message: string | null;
            progress_percent: number | null;
            /** @description Why a person asked for it: `X-Reason`, or that of the bulk action. */
            reason: string | null;
        };
        Job: {
            id: string;
            workflow_id: string;
            /** @description Of its newest run: a retry makes another. */
            run_id: string;
            job_type: string | null;
            platform: string | null;
            account: string | null;
            priority: number | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "cancelled";
            progress_percent: number;
            progress_message: string | null;
            /** @description Who has it, or had it last. */
            worker_id: string | null;
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            retry_count: number;
            max_retries: number | null;
            /** @description Who asked for it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind of docs/reference/errors.md, else the name of the error. */
            error_kind: string | null;
            /** @description Why it failed, or why its last attempt did. */
            error_message: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When its newest run was asked for.
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
             * @description When it ended, however.
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
            /** @description Statuses of which there are more than 10000; they are shown as having so many. */
            more: ("pending" | "running" | "completed" | "failed" | "cancelled")[];
            /**
             * Format: date-time
             * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it; this was so before. */
            stale: boolean;
        };
        JobTypes: {
            items: {
                name: string;
                about: string;
                /** @description A JSON schema; null where its rules cannot be said in one. */
                payload: {
                    [key: string]: unknown;
                } | null;
            }[];
        };
        StartedJob: {
            id: string;
            workflow_id: string;
            /** @description Of its newest run: a retry makes another. */
            run_id: string;
            job_type: string | null;
            platform: string | null;
            account: string | null;
            priority: number | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "cancelled";
            progress_percent: number;
            progress_message: string | null;
            /** @description Who has it, or had it last. */
            worker_id: string | null;
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            retry_count: number;
            max_retries: number | null;
            /** @description Who asked for it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind of docs/reference/errors.md, else the name of the error. */
            error_kind: string | null;
            /** @description Why it failed, or why its last attempt did. */
            error_message: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When its newest run was asked for.
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
             * @description When it ended, however.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /** @description True: a job of this id was open, and goes on. */
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
            job_type: string;
            /**
             * @description One of your own, of which one job is open at a time. Absent: one is made.
             * @example nightly-media
             */
            id?: string;
            /** @description Whose site or service; that of a menu platform brings its limits. */
            platform?: string;
            /** @description For whom; accounts take turns. */
            account?: string;
            /**
             * @description What the type takes, at most 16 KiB of JSON.
             * @default {}
             */
            payload: {
                [key: string]: unknown;
            };
            /**
             * @description 1 is the most urgent, 10 the least.
             * @default 5
             * @example 5
             */
            priority: number;
            /**
             * @description How often it is tried again when it fails.
             * @default 3
             */
            max_retries: number;
            /**
             * Format: date-time
             * @description Not before this moment; one that is past means now.
             * @example 2026-01-10T06:00:00Z
             */
            scheduled_for?: string;
        };
        RetryJob: {
            /**
             * @description 1 is the most urgent, 10 the least.
             * @example 5
             */
            priority?: number;
        };
        JobDetail: {
            id: string;
            workflow_id: string;
            /** @description Of its newest run: a retry makes another. */
            run_id: string;
            job_type: string | null;
            platform: string | null;
            account: string | null;
            priority: number | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "cancelled";
            progress_percent: number;
            progress_message: string | null;
            /** @description Who has it, or had it last. */
            worker_id: string | null;
            /** @description Of the worker; null: there is none, or the registry does not know it any more. */
            worker_name: string | null;
            retry_count: number;
            max_retries: number | null;
            /** @description Who asked for it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind of docs/reference/errors.md, else the name of the error. */
            error_kind: string | null;
            /** @description Why it failed, or why its last attempt did. */
            error_message: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When its newest run was asked for.
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
             * @description When it ended, however.
             * @example 2026-01-10T06:00:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            updated_at: string;
            /** @description What it was given; null where nobody knows any more. */
            payload: {
                [key: string]: unknown;
            } | null;
            /**
             * @description All that holds an open task, job or fan-out back, in words; null: nothing that is known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
            /** @description What happened, the oldest first; of very many events the last 200. */
            timeline: components["schemas"]["RunEvent"][];
            /** @description Its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set. */
            web_ui_url: string | null;
            /** @description What happens after a failure of this kind, in a sentence. */
            error_meaning: string | null;
            cancel_requested: boolean;
            /**
             * Format: date-time
             * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it; this was so before. */
            stale: boolean;
        };
        SchedulerStatus: {
            /** @description The oldest first. */
            running: components["schemas"]["Job"][];
            pending_counts: {
                platform: string | null;
                count: number;
            }[];
            /** @description Of a worker that takes jobs a heartbeat came within five minutes. */
            worker_healthy: boolean;
            /**
             * Format: date-time
             * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
             * @example 2026-01-10T06:00:00.000Z
             */
            as_of: string | null;
            /** @description True: Temporal does not answer, or no process follows it; this was so before. */
            stale: boolean;
        };
        FanOutDetail: components["schemas"]["FanOut"] & {
            /**
             * @description All that holds an open task, job or fan-out back, in words; null: nothing that is known does.
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
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /** @description False leaves the pictures out. */
            images?: boolean;
        };
        Workflow: {
            workflow_id: string;
            run_id: string;
            /** @description Its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set. */
            web_ui_url: string | null;
        };
        Ledger: {
            /**
             * Format: date-time
             * @description All that began or ended before is in; null: nothing was read yet.
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
            /** @description The process that follows Temporal; null: none does. */
            followed_by: string | null;
        };
        ForeseenBulkAction: {
            /** @description What the filter matches, up to 10000 exact. */
            count: number;
            /** @description True: there are more than 10000. */
            has_more: boolean;
            /** @description Those of them that a retry or a start leaves as they are, as of now. */
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
            /** @description What the filter matches, up to 10000 exact. */
            count: number;
            /** @description True: there are more than 10000. */
            has_more: boolean;
            /** @description Those of them that a retry or a start leaves as they are, as of now. */
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
             * @description `cancel`: asks open ones to end. `retry`: runs closed ones again; without `status`, the failed ones. `start`: starts delayed ones now, and moves crawls that wait for a worker forward.
             * @enum {string}
             */
            action: "cancel" | "retry" | "start";
            /**
             * @description Only counts.
             * @default false
             */
            dry_run: boolean;
            /** @description Starts nothing where the count is more than a tenth of this apart. */
            expected_count?: number;
            /** @enum {string} */
            of: "tasks";
            /** @description As the query of the list; at least one field. */
            filter: {
                /**
                 * @description A role; `product_resync` is the older word for `payload_fetch` and `product_refresh`.
                 * @enum {string}
                 */
                role?: "store_discovery" | "entry_point_discovery" | "product_discovery" | "payload_fetch" | "product_refresh" | "analytics_refresh" | "proxy_probe" | "storage_sweep" | "product_resync";
                /**
                 * @description One or several of pending, claimed, running, stale, completed, unconfirmed, failed, cancelled, with commas.
                 * @example pending,running
                 */
                status?: string;
                /** @example 12 */
                dispensary_id?: number;
                /** @enum {string} */
                platform?: "dutchie" | "blaze";
                /**
                 * @description One or several states or provinces by their two letters, with commas.
                 * @example AZ,NV
                 */
                state?: string;
                /**
                 * @description Where an open chain is.
                 * @enum {string}
                 */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description These tasks alone, with commas; the first or the newest attempt of each. */
                ids?: string;
                /** @description The `worker_id`: the worker that has it, or had it last if it has ended. */
                worker?: string;
                /**
                 * @description The kind of its last error; several with commas.
                 * @example Blocked,RateLimited
                 */
                error?: string;
                /**
                 * @description This priority.
                 * @example 20
                 */
                priority?: number;
                /**
                 * @description This priority or a higher number.
                 * @example 20
                 */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /**
                 * @description Words, or beginnings of words, that all occur in the error, the result or, of a job, the payload, in any case.
                 * @example timed out
                 */
                search?: string;
                /**
                 * Format: date-time
                 * @description Created then or later.
                 * @example 2026-01-10T06:00:00Z
                 */
                since?: string;
                /**
                 * Format: date-time
                 * @description Created before.
                 * @example 2026-01-10T06:00:00Z
                 */
                until?: string;
                /**
                 * Format: date-time
                 * @description Ended then or later, however.
                 * @example 2026-01-10T06:00:00Z
                 */
                ended_since?: string;
                /**
                 * Format: date-time
                 * @description Ended before.
                 * @example 2026-01-10T06:00:00Z
                 */
                ended_until?: string;
            };
        } | {
            /**
             * @description `cancel`: asks open ones to end. `retry`: runs closed ones again; without `status`, the failed ones. `start`: starts delayed ones now, and moves crawls that wait for a worker forward.
             * @enum {string}
             */
            action: "cancel" | "retry" | "start";
            /**
             * @description Only counts.
             * @default false
             */
            dry_run: boolean;
            /** @description Starts nothing where the count is more than a tenth of this apart. */
            expected_count?: number;
            /** @enum {string} */
            of: "jobs";
            /** @description As the query of the list; at least one field. */
            filter: {
                /**
                 * @description One or several of pending, running, completed, failed, cancelled, with commas.
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
                /** @description These jobs alone, with commas. */
                ids?: string;
                /** @description The `worker_id`: the worker that has it, or had it last if it has ended. */
                worker?: string;
                /**
                 * @description The kind of its last error; several with commas.
                 * @example Blocked,RateLimited
                 */
                error?: string;
                /**
                 * @description This priority.
                 * @example 5
                 */
                priority?: number;
                /**
                 * @description This priority or a higher number.
                 * @example 5
                 */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /**
                 * @description Words, or beginnings of words, that all occur in the error, the result or, of a job, the payload, in any case.
                 * @example timed out
                 */
                search?: string;
                /**
                 * Format: date-time
                 * @description Created then or later.
                 * @example 2026-01-10T06:00:00Z
                 */
                since?: string;
                /**
                 * Format: date-time
                 * @description Created before.
                 * @example 2026-01-10T06:00:00Z
                 */
                until?: string;
                /**
                 * Format: date-time
                 * @description Ended then or later, however.
                 * @example 2026-01-10T06:00:00Z
                 */
                ended_since?: string;
                /**
                 * Format: date-time
                 * @description Ended before.
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
             * @description Null, as what follows, where one that was started by hand has not begun.
             * @enum {string|null}
             */
            action: "cancel" | "retry" | "start" | null;
            /** @enum {string|null} */
            of: "tasks" | "jobs" | null;
            filter: {
                [key: string]: unknown;
            } | null;
            reason: string | null;
            requested_by: string | null;
            /** @description At its beginning; null: not counted yet. */
            matched: number | null;
            done: number;
            /** @description Left as they are. */
            skipped: number;
            failed: number;
            skipped_by_reason: {
                reason: string;
                count: number;
                /** @description The first twenty. */
                sample_ids: string[];
            }[];
            failed_by_reason: {
                reason: string;
                count: number;
                /** @description The first twenty. */
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
             * @description Missing: in code alone. Unknown: made by code, which does not have it any more.
             * @enum {string}
             */
            state: "missing" | "same" | "different" | "unknown";
            /** @description Empty unless it is different. */
            changes: {
                /** @enum {string} */
                field: "interval_seconds" | "jitter_seconds" | "catchup_window_seconds" | "overlap" | "priority" | "state" | "paused" | "note" | "input";
                /**
                 * @description Code: its value is new, and is applied. Operator: the schedule's value stays. Conflict: both changed it, or nobody knows who did; the operator's value stays.
                 * @enum {string}
                 */
                changed_by: "code" | "operator" | "conflict";
                /** @description What the schedule has. */
                schedule?: unknown;
                /** @description What code says. */
                code?: unknown;
            }[];
            /** @description It starts something else than code says. */
            starts_other: boolean;
        };
        AppliedSchedule: components["schemas"]["ScheduleDiff"] & {
            /** @enum {string} */
            done: "created" | "updated" | "left" | "removed";
        };
        ApplySchedules: {
            /** @description Removes the schedules that code does not have any more. */
            prune?: boolean;
        };
        Schedule: {
            id: string;
            /** @description The id. */
            name: string;
            role: string | null;
            enabled: boolean;
            /** @description Null: it goes by a calendar. */
            interval_hours: number | null;
            priority: number;
            /** @description Null: all states, or several. */
            state_code: string | null;
            /** @description Which stores it is about, as lists show it: `all`, a state, several as in AZ+NV, or a city as in AZ/phoenix; null: it has no such filter. */
            state_filter: string | null;
            /** @description Those in which a discovery looks for stores; null: in those of DISCOVERY_STATES, or it is no discovery. */
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
             * @description Null while it is paused.
             * @example 2026-01-10T06:00:00.000Z
             */
            next_run_at: string | null;
            last_task_count: number | null;
            last_error: string | null;
            /** @enum {string|null} */
            last_outcome: "waiting" | "running" | "completed" | "failed" | "already running" | "forgotten" | null;
            last_summary: string | null;
            /** @description What the last run started. */
            last_workflow_id: string | null;
            /** @description What it starts. */
            workflow_id: string | null;
            note: string;
            made_by_code: boolean;
            runs: number;
            skipped: number;
            missed: number;
            /**
             * @description The overlap policy of Temporal.
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
             * @description From a minute to a year; parts of a second are rounded.
             * @example 4
             */
            interval_hours: number;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
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
             * @description From a minute to a year; parts of a second are rounded.
             * @example 4
             */
            interval_hours: number;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
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
             * @description Several states, in place of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[];
            /**
             * @description Of the state alone.
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
             * @description From a minute to a year; parts of a second are rounded.
             * @example 4
             */
            interval_hours: number;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @default 0
             * @example 20
             */
            priority: number;
            note?: string;
        };
        ScheduleEdit: {
            /**
             * @description As it is: it may be sent back, not changed.
             * @example payload_fetch_all
             */
            name?: string;
            /** @description As it is, too. */
            role?: string;
            /**
             * @description From a minute to a year; parts of a second are rounded.
             * @example 4
             */
            interval_hours?: number;
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent.
             * @example 20
             */
            priority?: number;
            /**
             * @description Several states, in place of `state_code`.
             * @example [
             *       "AZ",
             *       "NV"
             *     ]
             */
            state_codes?: string[] | null;
            /**
             * @description Of the state alone.
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
            /** @description Null until it is resolved. */
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
            /** @description What an operator set; null: it adapts, or follows the schedule. */
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
            /** @description Null: it adapts, or follows the schedule. */
            crawl_interval_hours?: number | null;
            /** @enum {string} */
            fetch_mode?: "http" | "browser" | "auto";
        };
        TaskStart: {
            /** @example crawl~12~0199c6f2-6c1e-7d0a-8c40-3d4a1c5f2b11 */
            task_id: string;
            workflow_id: string;
            run_id: string;
            /** @description It was running before, and goes on; a more urgent request brings it forward. */
            already_running: boolean;
        };
        CrawlRequest: {
            /**
             * @description Higher is more urgent: 0 scheduled, 10 chained, 20 urgent, which is the default.
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
            /** @description Null until it is resolved. */
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
            /** @description What an operator set; null: it adapts, or follows the schedule. */
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
            /** @description False: it was a dispensary before. */
            is_new: boolean;
            /** @description What was started for it; null: it lacks nothing, or its crawls are switched off. */
            task: components["schemas"]["TaskStart"] | null;
        };
        NewDispensary: {
            /** @description The address of its menu, as copied from a browser. */
            menu_url: string;
            /** @description False starts no first crawl. */
            crawl?: boolean;
            /**
             * @description Of the first crawl; 10 by default.
             * @example 20
             */
            priority?: number;
        };
        Location: {
            /** @description `/api/locations/{id}/admit` takes it. */
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
            /** @description As the platform says. */
            status: string | null;
            /**
             * @description Why it is no dispensary.
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
             * @description When discovery found it last.
             * @example 2026-01-10T06:00:00.000Z
             */
            last_seen_at: string;
        };
        Admission: {
            /** @description False starts no first crawl. */
            crawl?: boolean;
            /**
             * @description Of the first crawl; 10 by default.
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
             * @description What is paid: the special price where it is lower, the medical one where there is no other.
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
            /** @description The label of the size that `price_rec` is the price of, or `price_med` where there is none. A special price may be that of another size. */
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
             * @description When its stock was told last, where later payloads have the product and do not tell; null where the stock is that of the newest.
             * @example 2026-01-10T06:00:00.000Z
             */
            stock_as_of: string | null;
            thc_low: number | null;
            thc_high: number | null;
            thc_unit: string | null;
            cbd_low: number | null;
            cbd_high: number | null;
            cbd_unit: string | null;
            /** @description Where the platform has its picture. */
            image_url: string | null;
            local_image_path: string | null;
            /** @description The address of its picture here, in full size. */
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
            /** @description The ids that the platform gave it before, the latest last. */
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
            /** @description Every size with its prices and quantities. */
            options: unknown[];
            specials: unknown[];
            cannabinoids: unknown[];
            image_urls: string[];
            consecutive_misses: number;
            /**
             * Format: date-time
             * @description Since when it has missed payloads: when the first of them was fetched, or where that is not known, when it was last seen; null if it has missed none.
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
             * @description What is paid: the special price where it is lower, the medical one where there is no other.
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
            /** @description The label of the size that `price_rec` is the price of, or `price_med` where there is none. A special price may be that of another size. */
            price_option: string | null;
            is_on_special: boolean;
            is_in_stock: boolean;
            quantity: number | null;
            /** @description The quantity means “or more”. */
            quantity_capped: boolean;
            /** @description Every size with its prices and quantities. */
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
        /** @description Null: the payload before did not have it. */
        SeenProduct: {
            /**
             * @description What is paid: the special price where it is lower, the medical one where there is no other.
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
            /** @description The label of the size that `price_rec` is the price of, or `price_med` where there is none. A special price may be that of another size. */
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
            /** @description Empty: there is none. */
            brand_name: string;
            /** @description Empty: there is none. */
            state: string;
            /** @description Empty: there is none. */
            category: string;
            dispensaries: number;
            products: number;
            /** @example 30.00 */
            price_rec_avg: string | null;
            /** @example 30.00 */
            price_rec_low: string | null;
        };
        CurrentPrices: {
            /** @description Empty: there is none. */
            brand_name: string;
            /** @description Empty: there is none. */
            category: string;
            /** @description Empty: there is none. */
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
            /** @description Empty: there is none. */
            brand_name: string;
            /** @description Empty: there is none. */
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
                /** @description Those that are crawled. */
                dispensaries: number;
                /** @description How many of them have each problem. */
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
                /** @description Of the last seven days, the latest first. */
                drift: components["schemas"]["PlatformDrift"][];
            }[];
            /** @description One dispensary for each problem that any has. */
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
            /** @description A value of the field, in JSON, cut short. */
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
            /** @description The newest payload that went in. */
            payload_id: number | null;
            /**
             * Format: date-time
             * @description When that was fetched.
             * @example 2026-01-10T06:00:00.000Z
             */
            fetched_at: string | null;
            /** @description Between regular crawls: its own interval, or that of the schedule, in whole firings of the schedule. */
            interval_hours: number;
            /** @description Payloads that wait for a decision. */
            quarantined: number;
            /** @description The newest of them. */
            suspect_id: number | null;
            /** @description Why it is doubted. */
            faults: string[];
            /** @description The same in words. */
            suspicion: string | null;
            /** @description Products that show it: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions. */
            suspicion_samples: components["schemas"]["SuspicionSample"][];
            /** @description Why the menu that is in was doubted before it was confirmed. */
            confirmed_suspicion: string | null;
            /** @description Products that show it: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions. */
            confirmed_samples: components["schemas"]["SuspicionSample"][];
            /**
             * Format: date-time
             * @description When an unconfirmed menu is looked at again; null: no look settles it.
             * @example 2026-01-10T06:00:00.000Z
             */
            look_again_at: string | null;
            /** @description Products of the newest payload that went in. */
            products: number;
            /** @description Products of it that could not be read. */
            skipped: number;
            skipped_options: number;
            dropped_values: number;
            /** @description Products that the platform counted and no page had. */
            missing: number;
            /**
             * @description Why products that it lacks stay in stock; null: misses count.
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
                /** @description A value of the field, in JSON, cut short. */
                example: string | null;
            }[];
        };
        /**
         * @description `unconfirmed`: the last crawl fetched a menu that is doubted; the catalog shows the one before. `quarantined`: payloads wait for a decision. `misses-off`: the last payload is incomplete or partly unreadable, so products that it lacks stay in stock. `overdue`: no menu has been ingested for longer than the crawl interval allows. `unresolved`: the platform does not know the store’s slug, so the store was never crawled. `confirmed`: the last menu was doubted, and went in because a later look saw the same. `empty`: the last menu has no product at all. `drifting`: payloads have new, changed or missing fields. `skipped`: products of the last payload could not be read. `flawed`: options or values of the last payload were left out or doubted.
         * @enum {string}
         */
        QualityProblem: "unconfirmed" | "quarantined" | "misses-off" | "overdue" | "unresolved" | "confirmed" | "empty" | "drifting" | "skipped" | "flawed";
        SuspicionSample: {
            /** @description The rule of `measured` that it shows. */
            rule: string;
            /** @description The platform's id of the product, in the last menu where that had it. */
            id: string;
            name: string;
            /** @description What it tells: a price (`rec`, `med`, `specialRec`, `specialMed`), `stock`, `quantity`, `options`, `offer`, `name`, `brand`, `category`, `updated`, `id`, whether it is on the `menu`, whose `store` it is, or what `text` cannot be read. */
            field: string;
            /** @description Whose price it is; null where the value is that of the product. */
            option: string | null;
            /** @description In the last menu. */
            before: string;
            /** @description In the doubted menu. */
            now: string;
        };
        PayloadDetail: components["schemas"]["Payload"] & {
            /** @description The crawl that fetched it; null when that is not kept any more. */
            task_id: string | null;
            /** @description The payload that the products of the store are of now: what a doubted payload is compared with. Null: no menu of the store has gone in yet. */
            current_payload_id: number | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            current_payload_fetched_at: string | null;
            current_payload_product_count: number | null;
            /** @description The last payload of the store that was fetched before it and was ingested. */
            previous_payload_id: number | null;
            /** @description Payloads of the store that were fetched before it and wait too, the newest first, at most 50. */
            earlier_waiting: {
                id: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                fetched_at: string;
                /** @description Whether it saw the same: confirming the later one confirms it, and else rejects it. */
                agrees: boolean;
            }[];
            /** @description What believes it unless a person decides before; each takes that the store shows the same then. Null: it is not doubted any more. */
            doubt_end: {
                /**
                 * @description `look_again`: the look that waits, at `at`. `next_crawl`: a later crawl of the store. `person`: it is never believed by itself.
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
            /** @description The pod whose own disk alone has the file; null: all see it. */
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
            /** @description Numbers of products; `missesOff` is text: why what it lacks does not count as missed. */
            ingest_counts: {
                [key: string]: number | string;
            } | null;
            /** @enum {string} */
            verdict: "accepted" | "suspect" | "confirmed" | "rejected";
            /** @description What is doubted about it. Payloads of earlier versions have only the first three, and no samples. */
            suspicion: {
                fault: string;
                message: string;
                evidence: {
                    [key: string]: unknown;
                };
                /** @description All of them; `fault` is the first. */
                faults?: string[];
                /** @description What each rule counted, those that doubt the menu first. */
                measured?: {
                    rule: string;
                    count: number;
                    of: number;
                    up?: number;
                    /** @description What it counted, in words. */
                    words: string;
                }[];
                /** @description How many of `measured` doubt it. */
                doubts?: number;
                /** @description Products that show it: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions. */
                samples: components["schemas"]["SuspicionSample"][];
                /**
                 * @description Which way most of the doubted prices or quantities went; null: the first rule that doubts does not tell.
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
            /** @description The payloads that agreed with it, where a later look confirmed it. */
            confirmed_by: number[] | null;
            /** @enum {string} */
            file_state: "stored" | "missing" | "corrupt" | "expired";
        };
        Decision: {
            payload: components["schemas"]["Payload"];
            /** @description What ingests it; null when it is rejected, or when it was confirmed and ingested before: `payload` says by whom and when. */
            task: components["schemas"]["TaskStart"] | null;
            /** @description The payloads of the store that were fetched before it and were decided with it, the newest first. Empty when the same was asked again. */
            settled: {
                id: number;
                /** @enum {string} */
                verdict: "confirmed" | "rejected";
            }[];
        };
        DecisionRequest: {
            /** @enum {string} */
            decision: "confirm" | "reject";
            /** @description Why, for the record; null: no reason is given. */
            reason: string | null;
            /** @description The name of the person who decides; default: that of the key. The id of the key follows it. */
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
            /** @description Products that could be read. */
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
                /** @description Products of which something else than an option would be another. */
                totals: {
                    providerProductId: string;
                    name: string;
                    /** @description The values that are not the same, alone. */
                    from: {
                        [key: string]: unknown;
                    };
                    /** @description The values that are not the same, alone. */
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
            /** @description The last payload of the store before, of those that are believed. */
            from: number;
            to: number;
            /** @description How many products of each were looked at. */
            products: {
                before: number;
                after: number;
            };
            /** @description Whether these are the same products; else each payload is known by products of its own. */
            are_same_products: boolean;
            /** @description Fields that most products that had them have no more, the most frequent ones first. */
            vanished: {
                /** @description Such as `POSMetaData.children[].option`; `[]` is an item of a list. */
                path: string;
                types: ("boolean" | "number" | "string" | "object" | "array")[];
                /** @description The share of the products, 0 to 1. */
                before: number;
                /** @description The share of the products, 0 to 1. */
                after: number;
                /** @description Where it is not (or was not) in a product, its key is there all the same, and null. */
                is_null: boolean;
                /** @description A value, in JSON, cut short. */
                example: string;
                /** @description Fields inside of it, which went or came with it. */
                inside: number;
                /** @description The shares, in words. */
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
                /** @description Where it is not (or was not) in a product, its key is there all the same, and null. */
                is_null: boolean;
                /** @description A value, in JSON, cut short. */
                example: string;
                /** @description Fields inside of it, which went or came with it. */
                inside: number;
                /** @description The shares, in words. */
                why: string;
            }[];
            /** @description Fields that probably have another name now, the surest ones first. */
            renamed: {
                from: string;
                to: string;
                /** @description The share of the products, 0 to 1. */
                before: number;
                /** @description The share of the products, 0 to 1. */
                after: number;
                /**
                 * @description What says so: its values; where these tell too little its name, or that no other new field is like it.
                 * @enum {string}
                 */
                by: "values" | "name" | "only_one";
                /** @description Products whose values were compared. */
                compared: number;
                /** @description The share of their values that are the same; null: none could be compared. */
                alike: number | null;
                /** @description What says so, in words. */
                why: string;
            }[];
        };
        PayloadMisses: {
            payload_id: number;
            /**
             * @description Why it would count none: it went in before; a menu that was fetched later is in; it is not whole; too much of it cannot be read. Null: it counts.
             * @enum {string|null}
             */
            misses_off: "ingested" | "older" | "incomplete" | "unreadable" | null;
            /** @description So many payloads in a row have to miss a product, over long enough. */
            misses_until_out_of_stock: number;
            /** @description Those that go out of stock first, then those that were missed most often. */
            products: {
                provider_product_id: string;
                name: string;
                /** @description Before it goes in. */
                in_stock: boolean;
                /** @description How many payloads in a row have missed it, this one included; not counted beyond what takes it out of stock. */
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
            /** @description A platform, or another host that was asked. */
            target: string;
            requests_per_second: number;
            max_concurrent_requests: number;
            /** @description Limits that an operator set. The others are those of the API's environment; the workers' may have others. */
            set_by_operator: ("requests_per_second" | "max_concurrent_requests")[];
            /** @description The share of the limit that is in use, at most 1. */
            speed: number;
            /**
             * Format: date-time
             * @description Null: it is not stopped.
             * @example 2026-01-10T06:00:00.000Z
             */
            stopped_at: string | null;
            stopped_because: string | null;
            /**
             * Format: date-time
             * @description What it asked for by `Retry-After`.
             * @example 2026-01-10T06:00:00.000Z
             */
            waits_until: string | null;
            /** @description What its robots.txt asks for. */
            crawl_delay_ms: number;
            latency_recent_ms: number | null;
            latency_usual_ms: number | null;
            /** @description Requests that were sent and not answered. */
            under_way: number;
            /** @description Requests that wait for their turn. */
            waiting: number;
        };
        PlatformLimits: {
            /** @description Null: what the environment of the workers says. */
            requests_per_second?: number | null;
            /** @description Null: what the environment of the workers says. */
            max_concurrent_requests?: number | null;
        };
        SwitchedPlatform: {
            /** @enum {string} */
            platform: "dutchie" | "blaze";
            stopped: boolean;
            /** @description Whether it was stopped before. */
            was_stopped: boolean;
            /** @description Why it is stopped; null: it is not. */
            reason: string | null;
        };
        PlatformStop: {
            /** @description Why: whoever finds the work waiting reads it. */
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
            /** @description Where it is from. */
            owner: string | null;
            country_code: string | null;
            /** @description Sessions at once, over all workers. */
            max_concurrent: number;
            /** @description Sessions that run. */
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
            success_count: number;
            failure_count: number;
            consecutive_failures: number;
            consecutive_403_count: number;
            avg_response_time_ms: number | null;
            /** @description Under which it was seen last. */
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
                /** @description Answers that refused. */
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
            /** @description Proxies of the list. */
            proxies: number;
            added: number;
            updated: number;
        };
        TestedProxy: {
            id: number;
            is_good: boolean;
            /** @description The address under which it was seen. */
            exit_address: string | null;
            duration_ms: number | null;
            error: string | null;
        };
        SwitchedProxies: {
            /** @description Each once. */
            ids: number[];
            is_active: boolean;
        };
        WorkerRole: {
            role: string;
            name: string;
            description: string;
            /** @description The workflow of which one run is one task of the role. */
            handler: string;
        };
        Worker: {
            worker_id: string;
            friendly_name: string;
            pod_name: string;
            /** @description `pod_name` is the name of a host: the worker runs there as a process, outside Kubernetes. */
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
            /** @description What it has in hand now; of a worker elsewhere, what its last heartbeat said. */
            current_task_ids: string[];
            /** @description How many activities that is, without the short statements on the queue `crawlchain`. */
            active_task_count: number;
            max_concurrent_tasks: number;
            resources: {
                /** @description Of this worker, with its browsers; pods are a list of their own. */
                memory_mb: number;
                /** @description Its part of the pod's memory. */
                memory_total_mb: number;
                memory_percent: number;
                /** @description Of its own process, without browsers. */
                memory_rss_mb: number;
                cpu_user_ms: number;
                cpu_system_ms: number;
                cpu_percent: number;
                is_backing_off: boolean;
                backoff_reason: string | null;
                /** @enum {string|null} */
                backoff_cause?: "memory" | "cpu" | "clock" | null;
                disk?: components["schemas"]["Disk"];
            };
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
            /** @description Who asked it to stop: the name of the key. */
            decommission_requested_by: string | null;
            /** @description What `X-Reason` said. */
            decommission_reason: string | null;
            /**
             * Format: date-time
             * @description When somebody asked the process before this one to stop, which ran under the same id; null: nobody did, or more than a day ago.
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
            /** @description The pod of another worker that lives under the same id. */
            rival_pod_name: string | null;
            /** @description How far its clock is ahead of the database's, as of its last heartbeat; below 0 it is behind. Beyond 5 s an event and `doctor` say so; beyond 60 s it takes no new work. Null: not known. */
            clock_ahead_ms: number | null;
            /** @description How often within the last 15 minutes a process of it ended without a closing record and another began, as when it is killed for its memory. */
            crashes: number;
            /** @description Whether its heartbeat is late: it may hang. After three missed heartbeats it is silent. */
            is_late: boolean;
            /**
             * Format: date-time
             * @description It is silent: it has missed three heartbeats, and counts as lost then unless one comes. Null: it is heard of, or lives no more.
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
            /** @description Its workers that live. */
            worker_ids: string[];
            memory_mb: number;
            memory_total_mb: number;
            memory_percent: number;
        };
        RegisteredWorker: {
            worker_id: string;
            friendly_name: string;
            /** @description Names this process; goes into its heartbeats. */
            instance_id: string;
        };
        HeardHeartbeat: {
            worker_id: string;
            /** @description An operator wishes it to stop: it is to finish what runs, and end. */
            decommission_requested: boolean;
            rival_pod_name: string | null;
        };
        Heartbeat: {
            /** @example worker-abc123 */
            worker_id: string;
            /**
             * Format: uuid
             * @description As `register` answered; absent: the process that registered last.
             */
            instance_id?: string;
            current_task_id?: string | number | null;
            current_task_ids?: (string | number)[];
            /** @description Usual: as many as there are ids. */
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
             * @description Null: never.
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
            /** @description The key that was made to take its place. */
            replaced_by: string | null;
        };
        MadeApiKey: {
            id: string;
            /** @description Shown this once. */
            key: string;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            expires_at: string | null;
        };
        NewApiKey: {
            /** @description Whose it is, for lists and the audit. */
            name: string;
            /**
             * @description What the key allows; each scope also allows what the scopes before it allow.
             * @default read
             * @enum {string}
             */
            scope: "read" | "operate" | "admin";
            /** @description Default: never. */
            expires_in_seconds?: number;
        };
        KeyRotation: {
            /**
             * @description How long the former key stays valid.
             * @default 86400
             */
            overlap_seconds: number;
            /** @description Of the new key; default: as long as the former one was made for. */
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
            /** @description Pods that take work; null where our role covers the scale alone. */
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
            /** @description What was set: what was asked for, from `min` to `max`. */
            replicas: number;
            /** @description What was desired before. */
            previous: number;
            /** @description Whether it is another number than was asked for. */
            clamped: boolean;
            dry_run: boolean;
            message: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
        IdempotencyKey: string;
        /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is left. */
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
            /** @description It does. */
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
            /** @description All of it. */
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
                /** @description Some of them, with commas between. */
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
                /** @description The id of a key, `local`, or `command:user@machine`. */
                actor?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Tells what would be done, and does nothing. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description What was done, or would be. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Tells what would be done, and does nothing. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description What was done, or would be. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Tells what would be done, and does nothing. */
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
            /** @description What was done, or would be. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Tells what would be done, and does nothing. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description What was done, or would be. */
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
                /** @description One or several of pending, claimed, running, stale, completed, unconfirmed, failed, cancelled, with commas. */
                status?: string;
                dispensary_id?: number;
                platform?: "dutchie" | "blaze";
                /** @description One or several states or provinces by their two letters, with commas. */
                state?: string;
                /** @description Where an open chain is. */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description These tasks alone, with commas; the first or the newest attempt of each. */
                ids?: string;
                /** @description The `worker_id`: the worker that has it, or had it last if it has ended. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that all occur in the error, the result or, of a job, the payload, in any case. */
                search?: string;
                /** @description Created then or later. */
                since?: string;
                /** @description Created before. */
                until?: string;
                /** @description Ended then or later, however. */
                ended_since?: string;
                /** @description Ended before. */
                ended_until?: string;
                /** @description `ended` and `duration` list what has ended alone. */
                sort?: "created" | "ended" | "duration" | "priority" | "retries";
                order?: "desc" | "asc";
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was there already, and goes on. */
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
            /** @description It waits for its time. */
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
                /** @description One or several of pending, claimed, running, stale, completed, unconfirmed, failed, cancelled, with commas. */
                status?: string;
                dispensary_id?: number;
                platform?: "dutchie" | "blaze";
                /** @description One or several states or provinces by their two letters, with commas. */
                state?: string;
                /** @description Where an open chain is. */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description These tasks alone, with commas; the first or the newest attempt of each. */
                ids?: string;
                /** @description The `worker_id`: the worker that has it, or had it last if it has ended. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that all occur in the error, the result or, of a job, the payload, in any case. */
                search?: string;
                /** @description Created then or later. */
                since?: string;
                /** @description Created before. */
                until?: string;
                /** @description Ended then or later, however. */
                ended_since?: string;
                /** @description Ended before. */
                ended_until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In all, and by role. */
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
            /** @description A row a role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Capacity"][];
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
            /** @description Its row. `product_resync` is fetched and then ingested: the slower of the two decides. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description As it was asked for. */
                        role: string;
                        /** @description Those that no worker has. */
                        pending_tasks: number;
                        /** @description Those of them that a worker could take now. */
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
                        /** @description Of a word for several roles: the rows that its own is made of. */
                        stages?: components["schemas"]["Capacity"][];
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
            /** @description Null: never, as far as anybody knows. */
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
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
                /** @description Items of a page, at most 500. */
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
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        role: string;
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
            /** @description With the task. */
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
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was there already, and goes on. */
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
            /** @description It waits for its time. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description One of the same scope was running, and goes on. */
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
            /** @description It waits for its time. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                /** @description Workflow and run, as lists give it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was asked to end; what is under way ends within some seconds. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description What was found, and done. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                /** @description Workflow and run, as lists give it. */
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
            /** @description The same work is open already, as another task. */
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
            /** @description It waits for its time again. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was there already, and goes on. */
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
            /** @description It waits for its time. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description What became of each. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description One of the same scope was running, and goes on. */
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
                /** @description True: Temporal is asked for the `progress_message` of an open task and the `outcome` of a closed one. */
                details?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Workflow and run, as lists give it. */
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
                /** @description One or several of pending, running, completed, failed, cancelled, with commas. */
                status?: string;
                /** @description A registered type: `GET /api/job-types` lists them. */
                job_type?: string;
                platform?: string;
                account?: string;
                /** @description These jobs alone, with commas. */
                ids?: string;
                /** @description The `worker_id`: the worker that has it, or had it last if it has ended. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that all occur in the error, the result or, of a job, the payload, in any case. */
                search?: string;
                /** @description Created then or later. */
                since?: string;
                /** @description Created before. */
                until?: string;
                /** @description Ended then or later, however. */
                ended_since?: string;
                /** @description Ended before. */
                ended_until?: string;
                /** @description `ended` and `duration` list what has ended alone. */
                sort?: "created" | "ended" | "duration" | "priority" | "retries";
                order?: "desc" | "asc";
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description A job of this id was open, and goes on. */
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
                /** @description One or several of pending, running, completed, failed, cancelled, with commas. */
                status?: string;
                /** @description A registered type: `GET /api/job-types` lists them. */
                job_type?: string;
                platform?: string;
                account?: string;
                /** @description These jobs alone, with commas. */
                ids?: string;
                /** @description The `worker_id`: the worker that has it, or had it last if it has ended. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `this machine`. */
                requested_by?: string;
                /** @description Words, or beginnings of words, that all occur in the error, the result or, of a job, the payload, in any case. */
                search?: string;
                /** @description Created then or later. */
                since?: string;
                /** @description Created before. */
                until?: string;
                /** @description Ended then or later, however. */
                ended_since?: string;
                /** @description Ended before. */
                ended_until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In all. */
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
            /** @description By name. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
    cancelJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was asked to end; what is under way ends within some seconds. */
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
    getSchedulerStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As of now. */
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
            /** @description Those that are open, and the last fifty that are over and still kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FanOut"][];
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description One of the same scope was running, and goes on. */
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
    getFanOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Workflow and run, as the list and the answers to starts give it; without the run, such as `crawl-due~all`, the newest of this workflow. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                /** @description Workflow and run, as the list and the answers to starts give it; without the run, such as `crawl-due~all`, the newest of this workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was asked to end, within some seconds; chains that have begun go on. */
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
                /** @description The id of a task, which names one run; without the run, such as `crawl~1`, the newest of this workflow. */
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
            /** @description Its state. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description What the action would apply to; `dry_run` starts nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForeseenBulkAction"];
                };
            };
            /** @description It was started; `Location` shows how far it is. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was asked to end, within some seconds; what is done stays done. */
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
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ScheduleDiff"][];
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description How each compared before, and what was done. */
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
            /** @description All of them, in the order of their ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Schedule"][];
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /**
                         * Format: date-time
                         * @description All that began or ended before is in the answer; null: the ledger was never level with Temporal.
                         * @example 2026-01-10T06:00:00.000Z
                         */
                        as_of: string | null;
                        /** @description True: Temporal does not answer, or no process follows it; this was so before. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As it is now. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As it is now. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As it is now. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As it is now. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As it is now. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Already running: what it starts is open, so nothing was started. Skipped: its last start waits, and its overlap policy keeps this one from starting. Taken: Temporal has the trigger, and has not said in time what came of it. */
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
                /** @description Parts of the name and city, with blanks between them, in any case and order. */
                search?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDispensary"];
                };
            };
            /** @description It was added; the platform is asked for its id and the rest. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As it is now. */
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
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Dispensary"][];
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description What was started, or was running. */
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
                /** @description A part of the reason, in any case. */
                reason?: string;
                /** @description A part of the name, in any case. */
                search?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was a dispensary already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDispensary"];
                };
            };
            /** @description It is admitted; later discoveries keep it. */
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
                /** @description Exactly as the catalog spells it. */
                brand?: string;
                /** @description Exactly as the catalog spells it. */
                category?: string;
                in_stock?: "true" | "false";
                on_special?: "true" | "false";
                /** @description Of what is paid. */
                price_min?: number;
                /** @description Of what is paid. */
                price_max?: number;
                /** @description Words of the name and brand, all of which have to be there; of the last one its beginning. */
                search?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description From then on. */
                since?: string;
                /** @description Before then. */
                until?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description From then on. */
                since?: string;
                /** @description Before then. */
                until?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description `unconfirmed`: the last crawl fetched a menu that is doubted; the catalog shows the one before. `quarantined`: payloads wait for a decision. `misses-off`: the last payload is incomplete or partly unreadable, so products that it lacks stay in stock. `overdue`: no menu has been ingested for longer than the crawl interval allows. `unresolved`: the platform does not know the store’s slug, so the store was never crawled. `confirmed`: the last menu was doubted, and went in because a later look saw the same. `empty`: the last menu has no product at all. `drifting`: payloads have new, changed or missing fields. `skipped`: products of the last payload could not be read. `flawed`: options or values of the last payload were left out or doubted. */
                problem?: components["schemas"]["QualityProblem"];
                platform?: "dutchie" | "blaze";
                /** @description The two letters of a state or province. */
                state?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
                /** @description Those of this store only. */
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
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /** @description How many wait, on all pages. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It is rejected; or it was confirmed and ingested before, and nothing was started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description It is confirmed, and its ingest was started. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was started, or was running. */
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
                /** @description Of these dispensaries; several ids with commas. */
                dispensary_ids?: string;
                /** @description The two letters of a state or province. */
                state?: string;
                /** @description From then on. */
                since?: string;
                /** @description Before then. */
                until?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                        /** @description Payloads of the range that cannot be ingested: their verdict, or their file. */
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
                platform?: "dutchie" | "blaze";
                verdict?: "accepted" | "suspect" | "confirmed" | "rejected";
                /** @description From then on. */
                since?: string;
                /** @description Before then. */
                until?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description From then on. */
                since?: string;
                /** @description Before then. */
                until?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
            /** @description The payload is the one of `If-None-Match`. */
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
                /** @description The one before `to`, unless told. */
                from?: number;
                /** @description The newest one, unless told. */
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
            /** @description What became of the fields. */
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
            /** @description What it would count as missed. */
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
                /** @description Quality, 1 to 100; 80 if not given. */
                q?: string;
                /** @description How the picture meets both sides: cover if not given. */
                fit?: "cover" | "contain" | "fill" | "inside" | "outside";
                /** @description Sigma of a blur, 0.3 to 1000. */
                blur?: string;
                /** @description 1: without colours. */
                gray?: "0" | "1";
                /** @description webp if not given. */
                format?: "webp" | "jpeg" | "png" | "avif";
                /** @description The signature, where IMAGE_SIGNING_KEY is set. */
                sig?: string;
            };
            header?: never;
            path: {
                /** @description A picture below `images/` of the storage; its slashes may stand as they are. */
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
            /** @description The picture is the one of `If-None-Match`. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description Its limits. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It is stopped. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not stopped. */
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
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was known: same protocol, host, port and user. */
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
                /** @description Checks the list alone. */
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Lines, or CSV whose first line names its columns. The patterns are of the plainest forms; those with user and password, and all columns, are in docs/how-to/add-proxies.md. */
        requestBody: {
            content: {
                "text/plain": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description What was done. */
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
                /** @description Names this request: a repeat of it within seven days is answered as the first was, and starts nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was seen. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As they are now. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description As they are now. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description `silent`: those that have missed three heartbeats and are not lost yet; what they said last does not count. */
                status?: string;
                /** @description Items of a page, at most 500. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                        /** @description For `cursor`; null on the last page. */
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
            /** @description Of all that the registry knows. */
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
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
                     * @description Usual: the `worker_id`.
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
                    /** @description Usual: `MAX_CONCURRENT_TASKS`. */
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
                        disk?: components["schemas"]["Disk"];
                    };
                };
            };
        };
        responses: {
            /** @description Its name. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description What the worker has to know. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was asked. */
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
            /** @description All of them, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description For `cursor`; null on the last page. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was made. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
            /** @description It was made. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
                "X-Reason"?: components["parameters"]["Reason"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is void. */
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
                /** @description Why it is done. The audit keeps it, and the timelines of tasks and jobs show it to all who may read them. It is a text of at most 500 characters, none of them a control character; other letters than those of ASCII as in RFC 8187, such as UTF-8''caf%C3%A9. */
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
                     * @description Kubernetes checks it and keeps nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description What was set, or would be. */
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
