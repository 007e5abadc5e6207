// The architecture in sentences: which folder may import which, and why. `npm run check:imports` prints the
// sentence of the rule that an import breaks.
const LAYERS = {
  domain: { code: [], why: 'domain/ is pure: it knows menus and crawls, not machines.' },
  platforms: {
    code: ['domain'],
    why: 'A platform describes requests and reads payloads; it performs no I/O.',
  },
  'temporal-config': {
    code: ['domain'],
    why: 'temporal-config/ holds names and numbers that both sides share.',
  },
  config: {
    code: ['domain/nearest-name'],
    why: 'config/ turns the environment into one checked value and knows nothing else.',
  },
  'http-guard': {
    code: [],
    why: 'http-guard/ says which requests a server refuses by their headers; pure, so that servers of every layer use it.',
  },
  observability: {
    code: ['domain'],
    types: ['config'],
    why: 'observability/ is used by all, and knows what a credential looks like; it uses nothing else.',
  },
  egress: {
    code: ['domain', 'observability/waits'],
    types: ['config', 'observability'],
    why: 'egress/ is a tool: it takes domain values and reaches out.',
  },
  storage: {
    code: ['domain'],
    types: ['config', 'observability'],
    why: 'storage/ is a tool: it takes domain values and writes files.',
  },
  db: {
    code: ['domain', 'observability/waits'],
    types: ['config', 'observability'],
    why: 'db/ is a tool: it takes domain values and speaks SQL.',
  },
  kubernetes: {
    code: [],
    types: ['config'],
    why: 'kubernetes/ is a tool: it speaks to the cluster that runs the workers, and knows none of their work.',
  },
  payloads: {
    code: ['domain', 'platforms', 'storage', 'db'],
    why: 'payloads/ joins the rows of stored payloads with their files, for activities and for people; it knows no Temporal.',
  },
  jobs: {
    code: ['domain', 'db', 'config/job-variables'],
    types: ['egress'],
    why: 'jobs/ holds types of jobs, each of which is given its tools, and the processes of those that are not ours; it knows no workflow.',
  },
  stages: {
    code: ['domain', 'platforms', 'egress', 'storage', 'db', 'jobs', 'temporal-config', 'observability'],
    types: ['config'],
    why: 'A stage joins tools into one step of a chain or a job; it knows no workflow, and not who calls it.',
  },
  activities: {
    code: [
      'domain',
      'platforms',
      'egress',
      'storage',
      'db',
      'payloads',
      'jobs',
      'stages',
      'temporal-config',
      'observability',
    ],
    types: ['config', 'temporal-client'],
    why: 'An activity is what Temporal calls: it gives a stage its input, and answers its workflow.',
  },
  workflows: {
    code: ['domain', 'temporal-config'],
    types: ['activities', 'stages'],
    why: 'A workflow decides and waits; it touches nothing.',
  },
  'temporal-client': {
    code: ['domain', 'temporal-config', 'workflows/messages'],
    types: ['workflows', 'config'],
    why: 'temporal-client/ starts and steers workflows; their code stays in the workers.',
  },
  reports: {
    code: ['domain', 'db', 'ledger', 'temporal-config', 'temporal-client'],
    why: 'A report answers questions from the ledger, after bringing the run in question up to date there; it steers nothing.',
  },
  ledger: {
    code: ['domain', 'config', 'db', 'temporal-config', 'temporal-client'],
    types: ['observability'],
    why: 'ledger/ writes the table of runs: what is started through it, and what Temporal lists. It steers nothing.',
  },
  legacy: {
    code: ['domain', 'platforms', 'db', 'storage', 'ledger', 'reports', 'temporal-config', 'temporal-client'],
    types: ['config'],
    why: 'legacy/ takes over from the systems before: it reads their tables and stops them, and nothing else needs it.',
  },
  workers: {
    code: [
      'domain',
      'platforms',
      'egress',
      'storage',
      'db',
      'jobs',
      'activities',
      'stages',
      'temporal-config',
      'temporal-client',
      'ledger',
      'reports',
      'observability',
      'config',
    ],
    why: 'A worker joins the work and the tools; workflows are loaded by path.',
  },
  api: {
    code: [
      'domain',
      'jobs',
      'payloads',
      'platforms',
      'egress',
      'storage',
      'db',
      'temporal-config',
      'temporal-client',
      'ledger',
      'reports',
      'kubernetes',
      'legacy',
      'observability',
      'config',
      'http-guard',
    ],
    why: 'The API is a door: it checks what comes, queries the ledger and Temporal, and knows no worker and no activity.',
  },
  'api-client': {
    code: [],
    why: 'api-client/ is what programs elsewhere get: it speaks to the API over HTTP, and needs nothing of ours.',
  },
  cli: {
    code: [
      'api-client',
      'domain',
      'jobs',
      'payloads',
      'platforms',
      'egress',
      'stages/fetch-from-platform',
      'stages/egress-ports',
      'stages/query-memory',
      'storage',
      'db',
      'temporal-config',
      'temporal-client',
      'ledger',
      'reports',
      'legacy',
      'observability',
      'config',
      'http-guard',
      'local',
    ],
    why: 'The command steers, and may read and repair by hand; it knows no worker and no activity, and of the stages how a page is fetched.',
  },
  dashboard: {
    code: ['api-client'],
    why: 'dashboard/ runs in a browser: it speaks to the API over HTTP, and imports nothing of ours but the client that is made from its document.',
  },
  local: {
    code: ['http-guard'],
    why: 'local/ runs servers that a machine lacks; it knows nothing of crawling.',
  },
  sandbox: {
    code: ['http-guard'],
    why: 'sandbox/ is the world outside: it knows the truth on its own.',
  },
};

const layerRules = Object.entries(LAYERS).flatMap(([layer, { code, types = [], why }]) => {
  const own = `^${layer}/`;
  const mayRun = [own, ...code.map((name) => `^${name}[/.]`)];
  const mayType = [...mayRun, ...types.map((name) => `^${name}/`)];
  const ours = '^[a-z-]+/';
  return [
    {
      name: `${layer}-layer`,
      comment: why,
      severity: 'error',
      from: { path: own },
      to: {
        path: ours,
        pathNot: [...mayRun, 'node_modules'],
        dependencyTypesNot: ['type-only', 'npm', 'core'],
      },
    },
    {
      name: `${layer}-layer-types`,
      comment: why,
      severity: 'error',
      from: { path: own },
      to: { path: ours, pathNot: [...mayType, 'node_modules'], dependencyTypes: ['type-only'] },
    },
  ];
});

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycles',
      comment: 'Two files that need each other, if only for a type, are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-folders',
      comment: 'domain/, http-guard/ and platforms/ do no I/O: they are tested with data alone.',
      severity: 'error',
      from: { path: '^(domain|http-guard|platforms)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'client-in-one-place',
      comment: 'Ids and start options stay consistent because one folder holds the Temporal client.',
      severity: 'error',
      from: { pathNot: '^(temporal-client|tests|bench|faults|local|scripts)/' },
      to: { path: '@temporalio/client', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflow-packages',
      comment:
        'Workflow code runs in an isolated, deterministic context: @temporalio/workflow and nothing else.',
      severity: 'error',
      from: { path: '^(workflows|temporal-config|domain)/' },
      to: {
        dependencyTypes: ['npm', 'core'],
        pathNot: ['@temporalio/(workflow|common)', '^(node:)?crypto$'],
      },
    },
    {
      name: 'sandbox-apart',
      comment: 'Production code never reaches into the sandbox, the local servers, tests or scripts.',
      severity: 'error',
      from: { pathNot: '^(bin|sandbox|local|tests|scripts|bench|faults|cli)/|^vitest.config.ts$' },
      to: { path: '^(sandbox|local|tests|scripts|bench|faults)/' },
    },
    {
      name: 'faults-without-tests',
      comment: 'The fault harness runs as a command, where there is no test runner; tests use it.',
      severity: 'error',
      from: { path: '^faults/' },
      to: { path: '^tests/|node_modules/vitest' },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'Every package that is imported stands in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '((^|/)(\\.data|\\.git)|^dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
