import { VARIABLES } from '../config/environment.ts';
import type { Variable } from '../config/variable.ts';

/** Headings of the page, in the order of setting up an installation. A variable goes under the first heading that matches. */
const GROUPS: readonly [heading: string, names: RegExp][] = [
  ['Database', /^(DATABASE_|AUTO_MIGRATE)/],
  ['Temporal and the instance', /^(TEMPORAL_|INSTANCE_)/],
  ['Storage', /^STORAGE_/],
  ['Platforms and discovery', /^(DUTCHIE|BLAZE|DISCOVERY)_/],
  ['Requests and proxies', /_PER_HOST$|PRIVATE_HOSTS|EXIT_ADDRESS|^PROXY_|COOLING_PROXIES/],
  ['Crawls and trusted menus', /^(CRAWL|MISSES|SUSPECT|CONFIRM)_/],
  ['Workers', /^(WORKER|WORKFLOW_|HEARTBEAT_|SHUTDOWN_|MAX_CONCURRENT_|MEMORY_|CPU_|BACKOFF_)/],
  ['Browser', /BROWSER|^PUPPETEER_/],
  ['Jobs', /^JOB_(TYPES|DOWNLOAD)/],
  ['API', /^(API_|CRAWLCHAIN_URL|CRAWLCHAIN_KEY|TRUSTED_PROXIES|IMAGE_)/],
  ['Retention', /_RETENTION_/],
  ['Kubernetes', /^(K8S|KUBERNETES)_/],
  ['Migration from the older systems', /^LEGACY_/],
  ['All processes', /./],
];

/** Generates the reference page of the environment variables, in groups. */
export function writeConfigurationPage(): string {
  return `# Configuration

Everything is set by environment variables. Made from \`config/environment.ts\` by \`node scripts/check-docs.ts --write\`.

A variable that is empty counts as not set. A wrong value stops a program at its start, with exit code 2 and one line for
each wrong variable; the value of a secret is never shown. Workers, the API, the command,
\`npm run migrate\` and \`npm run setup:temporal\` read \`.env\` of their checkout for what the environment does not set: copy
[.env.example](../../.env.example) to \`.env\` and edit it. They warn of a variable whose name differs from one of these by a letter or two, and of every name in \`.env\` that is not among them.

\`npm start\` sets for its own worker what the servers and the sandbox need, and writes that to \`.data/worker.env\`, for [more workers](workers.md) beside it.
\`TEMPORAL_CLI_PATH\` and \`XDG_CACHE_HOME\` belong to the [local servers](local-servers.md).
\`CRAWLCHAIN_DEBUG=1\` makes \`npm start\` print the stack of an error.

${GROUPS.map(([heading]) => section(heading)).join('\n')}`;
}

function section(heading: string): string {
  const rows = Object.entries<Variable>(VARIABLES)
    .filter(([name]) => headingOf(name) === heading)
    .map(([name, { about, takes, fallback, secret }]) => {
      const usual = fallback === undefined ? 'none' : `\`${fallback}\``;
      return `| \`${name}\` | ${usual} | ${takes}${secret ? '; secret' : ''} | ${about} |`;
    });
  return `## ${heading}

| variable | default | takes | what for |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function headingOf(name: string): string | undefined {
  return GROUPS.find(([, names]) => names.test(name))?.[0];
}
