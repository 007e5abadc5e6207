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
    "/api/tasks/recover-stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have what is stuck begin again */
        post: operations["recoverStaleTasks"];
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
        /** Set how many pods of workers there are to be, within the bounds */
        post: operations["scaleWorkers"];
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
        /** Payloads that are not believed and wait for a decision: the one that was fetched last first */
        get: operations["listQuarantine"];
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
             * @description When the session ends; null: it is none.
             * @example 2026-01-10T06:00:00.000Z
             */
            expires_at: string | null;
            /** @description Why the session that came is over; null: none came, or it goes on. */
            ended_because: string | null;
        };
        /** @description What went wrong, in the form of RFC 9457. */
        Problem: {
            /** @description `urn:crawlchain:problem:` and the code. */
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "bad-input" | "bad-cursor" | "unauthenticated" | "forbidden" | "private-address" | "bad-signature" | "cross-site" | "not-found" | "not-allowed" | "conflict" | "idempotency-key-in-use" | "too-large" | "not-json" | "not-text" | "impossible" | "too-broad" | "idempotency-key-reused" | "rate-limited" | "internal" | "statefulset-not-found" | "kubernetes-conflict" | "kubernetes-forbidden" | "kubernetes-unreachable" | "not-in-kubernetes" | "password-key-missing" | "too-many-streams" | "temporal-unavailable" | "database-unavailable";
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
            temporal: {
                available: boolean;
                reason: string | null;
                /** @description The workflows of the namespace in the Temporal Web UI; null: TEMPORAL_UI_URL is not set. */
                ui_url: string | null;
            };
            /**
             * @description `degraded`: something asks for a person, and work goes on. `bad`: work of some kind does not go on.
             * @enum {string}
             */
            verdict: "good" | "degraded" | "bad";
            /** @description The worst first. */
            reasons: {
                /** @enum {string} */
                severity: "degraded" | "bad";
                /** @description Stable: programs may tell reasons apart by it. */
                code: string;
                words: string;
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
                failed: number;
                /** @description More tasks wait than were counted. */
                pending_more: boolean;
                tasks: {
                    pending: number;
                    running: number;
                    completed: number;
                    failed: number;
                };
                jobs: {
                    pending: number;
                    running: number;
                    completed: number;
                    failed: number;
                };
            };
            /** @description Those of the pending tasks that wait for their time. */
            scheduled: {
                count: number;
                /**
                 * Format: date-time
                 * @example 2026-01-10T06:00:00.000Z
                 */
                next_at: string | null;
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
                         * @description What keeps it from being clear within an hour.
                         * @enum {string|null}
                         */
                        bound_by: "workers" | "platform" | "database" | "memory" | "proxies" | null;
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
                 * @example 2026-01-10T06:00:00.000Z
                 */
                open_until: string;
                openings: number;
                being_tried: boolean;
            }[];
            proxies: {
                active: number;
                others: number;
            };
            workers: {
                active: number;
                backing_off: number;
                draining: number;
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
                    count: number;
                    /** @description Of these, those whose workflow has completed since: the same dispensary, or the same job. */
                    recovered: number;
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
            /**
             * Format: date-time
             * @description When a worker took its last attempt.
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
            /** @description A kind of docs/errors.md, else the name of the error. */
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
             * @description All that holds an open task back, in words; null: nothing that is known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
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
            /**
             * Format: date-time
             * @description When a worker took its last attempt.
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
            /** @description A kind of docs/errors.md, else the name of the error. */
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
            /**
             * Format: date-time
             * @description When a worker took its last attempt.
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
            /** @description A kind of docs/errors.md, else the name of the error. */
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
             * @description All that holds an open task back, in words; null: nothing that is known does.
             * @example a worker: none serves the queue `browser`
             */
            waiting_for: string | null;
            /** @description What the runner does after a failure of this kind. */
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
                /** @description True: the task waited for its time and was started before it; this one does its work. False: it is the next run of the same workflow. */
                in_place: boolean;
            } | null;
            /** @description What happened, the oldest first; of very many events the last 200. */
            timeline: components["schemas"]["RunEvent"][];
            /** @description The piece of work that is open. */
            activity: {
                id: string;
                type: string;
                attempt: number;
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
        RecoverStale: {
            /** @default 10 */
            threshold_minutes: number;
            /** @default false */
            dry_run: boolean;
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
            retry_count: number;
            max_retries: number | null;
            /** @description Who asked for it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind of docs/errors.md, else the name of the error. */
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
            retry_count: number;
            max_retries: number | null;
            /** @description Who asked for it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind of docs/errors.md, else the name of the error. */
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
            /** @description What was started for it; null: it lacks nothing, or its crawls are switched off. */
            task: components["schemas"]["TaskStart"] | null;
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
            retry_count: number;
            max_retries: number | null;
            /** @description Who asked for it. */
            requested_by: string | null;
            /** @description The id of the workflow that started it. */
            started_by: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** @description A kind of docs/errors.md, else the name of the error. */
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
            /** @description What happened, the oldest first; of very many events the last 200. */
            timeline: components["schemas"]["RunEvent"][];
            /** @description Its workflow in the Temporal Web UI; null: `TEMPORAL_UI_URL` is not set. */
            web_ui_url: string | null;
            /** @description What the runner does after a failure of this kind. */
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
             * @description `cancel`: asks what is open to end. `retry`: starts what is over once more; without `status` what has failed. `start`: has what waits for its time begin now, and brings crawls forward that wait for a worker.
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
                 * @description The two letters of a state or province.
                 * @example AZ
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
                /** @description The `worker_id`: who has it, or of one that is over had it last. */
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
                /** @description Who asked for it: the name of an API key, or `the command`. */
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
             * @description `cancel`: asks what is open to end. `retry`: starts what is over once more; without `status` what has failed. `start`: has what waits for its time begin now, and brings crawls forward that wait for a worker.
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
                /** @description The `worker_id`: who has it, or of one that is over had it last. */
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
                /** @description Who asked for it: the name of an API key, or `the command`. */
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
        ForeseenBulkAction: {
            /** @description Up to 10000 exact. */
            count: number;
            /** @description True: there are more than 10000. */
            has_more: boolean;
            sample_ids: string[];
        };
        StartedBulkAction: {
            id: string;
            workflow_id: string;
            run_id: string;
            /** @description Up to 10000 exact. */
            count: number;
            /** @description True: there are more than 10000. */
            has_more: boolean;
            links: {
                self: string;
                cancel: string;
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
        };
        Pod: {
            pod_name: string;
            /** @description Its workers that live. */
            worker_ids: string[];
            memory_mb: number;
            memory_total_mb: number;
            memory_percent: number;
        };
        DecommissionedWorker: {
            worker_id: string;
            /** @enum {string} */
            status: "active" | "backing_off" | "draining" | "stopped" | "decommissioned" | "lost";
            message: string;
        };
        WorkerReplicas: {
            statefulset: string;
            namespace: string;
            /** @description `K8S_REPLICAS_MIN`. */
            min: number;
            /** @description `K8S_REPLICAS_MAX`. */
            max: number;
            /** @description Pods that there are. */
            current: number;
            /** @description Pods that there are to be. */
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
        PayloadDetail: components["schemas"]["Payload"] & {
            dispensary_name: string;
            /** @description The crawl that fetched it; null when that is not kept any more. */
            task_id: string | null;
            /** @description The payload that the products of the store are of now: what a payload in doubt is compared with. Null: no menu of the store has gone in yet. */
            current_payload_id: number | null;
            /**
             * Format: date-time
             * @example 2026-01-10T06:00:00.000Z
             */
            current_payload_fetched_at: string | null;
            current_payload_product_count: number | null;
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
        };
        DecisionRequest: {
            /** @enum {string} */
            decision: "confirm" | "reject";
            /** @description Why, for the record. */
            reason: string;
        };
        Decision: {
            payload: components["schemas"]["Payload"];
            task: components["schemas"]["TaskStart"] & (Record<string, never> | null);
            /** @description The payloads of the store that were fetched before it and were decided with it, the newest first. Empty when the same was asked again. */
            settled: {
                id: number;
                /** @enum {string} */
                verdict: "confirmed" | "rejected";
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
        Payload: {
            id: number;
            dispensary_id: number;
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
            /** @description What is suspicious about it. Payloads of earlier versions have only the first three, and no samples. */
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
                }[];
                /** @description How many of `measured` doubt it. */
                doubts?: number;
                /** @description Products that show it: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions. */
                samples: components["schemas"]["SuspicionSample"][];
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
        TaskStart: {
            /** @example crawl~12~0199c6f2-6c1e-7d0a-8c40-3d4a1c5f2b11 */
            task_id: string;
            workflow_id: string;
            run_id: string;
            /** @description It was running before, and goes on; a more urgent request brings it forward. */
            already_running: boolean;
        };
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
            /** @description In the menu in doubt. */
            now: string;
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
            /** @description Who asked for it: the name of a key. */
            actor: string | null;
            error_kind: string | null;
            /** @description An error, the stage that began, or what a job says of its progress. */
            message: string | null;
            progress_percent: number | null;
            /** @description Why a person asked for it: `X-Reason`, or that of the bulk action. */
            reason: string | null;
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
            /**
             * Format: date-time
             * @description When a worker took its last attempt.
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
            /** @description A kind of docs/errors.md, else the name of the error. */
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
            /** @description Null where nobody says it, and once it is over. */
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
            /** @description Of those that are over: nothing went in, since the menu is not believed. */
            chains_unconfirmed: number | null;
            chains_failed: number | null;
            /** @description What it says of itself. */
            summary: string | null;
            error: string | null;
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
            /** @description Nobody, too, is an answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. Requests of other sites are refused. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. Requests of other sites are refused. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The answer takes too long to read; narrow the time. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
                /** @description The two letters of a state or province. */
                state?: string;
                /** @description Where an open chain is. */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description These tasks alone, with commas; the first or the newest attempt of each. */
                ids?: string;
                /** @description The `worker_id`: who has it, or of one that is over had it last. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `the command`. */
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The cursor leads to no page of this list with these filters. The request is as documented, and asks for what cannot be. The answer takes too long to read; narrow the time. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A request with this Idempotency-Key is under way. What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key came with another request before. The request is as documented, and asks for what cannot be. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
                /** @description The two letters of a state or province. */
                state?: string;
                /** @description Where an open chain is. */
                stage?: "fetch" | "ingest" | "images";
                /** @description The id of the workflow that started it, such as a fan-out. */
                started_by?: string;
                /** @description These tasks alone, with commas; the first or the newest attempt of each. */
                ids?: string;
                /** @description The `worker_id`: who has it, or of one that is over had it last. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `the command`. */
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is as documented, and asks for what cannot be. The answer takes too long to read; narrow the time. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            query?: never;
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A request with this Idempotency-Key is under way. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key came with another request before. The request is as documented, and asks for what cannot be. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A request with this Idempotency-Key is under way. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
                /** @description The `worker_id`: who has it, or of one that is over had it last. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `the command`. */
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The cursor leads to no page of this list with these filters. The request is as documented, and asks for what cannot be. The answer takes too long to read; narrow the time. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A request with this Idempotency-Key is under way. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key came with another request before. The request is as documented, and asks for what cannot be. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
                /** @description The `worker_id`: who has it, or of one that is over had it last. */
                worker?: string;
                /** @description The kind of its last error; several with commas. */
                error?: string;
                /** @description This priority. */
                priority?: number;
                /** @description This priority or a higher number. */
                priority_min?: number;
                /** @description Retried so often or more. */
                retries_min?: number;
                /** @description Who asked for it: the name of an API key, or `the command`. */
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is as documented, and asks for what cannot be. The answer takes too long to read; narrow the time. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
                        items: components["schemas"]["Dispensary"][];
                        /** @description For `cursor`; null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The cursor leads to no page of this list with these filters. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A request with this Idempotency-Key is under way. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key came with another request before. The request is as documented, and asks for what cannot be. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The cursor leads to no page of this list with these filters. The answer takes too long to read; narrow the time. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description What it would be about: `dry_run` starts nothing. */
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A request with this Idempotency-Key is under way. What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key came with another request before. The request is as documented, and asks for what cannot be. The answer takes too long to read; narrow the time. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
                /** @description One or several of active, backing_off, draining, stopped, decommissioned, lost, with commas. */
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The cursor leads to no page of this list with these filters. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Kubernetes does not have the StatefulSet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Kubernetes does not let us. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. No Kubernetes cluster is configured. Kubernetes does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Kubernetes does not have the StatefulSet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Others keep changing the StatefulSet. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Kubernetes does not let us. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. No Kubernetes cluster is configured. Kubernetes does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The cursor leads to no page of this list with these filters. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description It. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadDetail"];
                };
            };
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description It is rejected. */
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A request with this Idempotency-Key is under way. What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has to be JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. Temporal does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
            /** @description The request has a value that is not accepted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An API key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description What is there now does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something broke. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database does not answer. */
            503: {
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
