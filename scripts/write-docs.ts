import { VARIABLES } from '../config/environment.ts';
import { writeApiTypes, writeApiValues } from './write-api-types.ts';
import { writeBeliefPage } from './write-belief-page.ts';
import { writeCommandPage } from './write-command-page.ts';
import { writeLiesPage } from './write-lies-page.ts';
import { writeStatusTables } from './write-status-tables.ts';

// The pages that are made from the code. `node scripts/check-docs.ts --write` puts them in place.

const LINE_CHARACTERS_MAX = 110;

/** The parts of a variable's definition that a page tells. */
interface Described {
  about: string;
  takes: string;
  fallback?: string;
  secret?: boolean;
}

const variables = Object.entries(VARIABLES) as [name: string, definition: Described][];

/** Path to text, of every page that is made from the code. */
export async function writeDocs(): Promise<Record<string, string>> {
  return {
    '.env.example': envExample(),
    'docs/configuration.md': configurationPage(),
    'docs/belief.md': writeBeliefPage(),
    'docs/command.md': await writeCommandPage(),
    'docs/sandbox-lies.md': writeLiesPage(),
    ...writeStatusTables(),
    'api-client/api-types.ts': await writeApiTypes(),
    'api-client/api-values.ts': writeApiValues(),
  };
}

function envExample(): string {
  const head = [
    '# Every variable that Crawlchain reads, with what holds when it is not set. Made from config/environment.ts by',
    '# `node scripts/check-docs.ts --write`; docs/configuration.md is the same as a page.',
    '# To use it: cp .env.example .env, and edit. Workers, the API and the command read .env of their checkout.',
  ];
  const entries = variables.map(([name, { about, takes, fallback = '' }]) => {
    const words = `${about} Takes ${takes}.`;
    return [...wrap(words).map((line) => `# ${line}`), `# ${name}=${fallback}`].join('\n');
  });
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`;
}

function configurationPage(): string {
  const rows = variables.map(([name, { about, takes, fallback, secret }]) => {
    const usual = fallback === undefined ? 'none' : `\`${fallback}\``;
    return `| \`${name}\` | ${usual} | ${takes}${secret ? '; secret' : ''} | ${about} |`;
  });
  return `# Configuration

Everything is set by environment variables. Made from \`config/environment.ts\` by \`node scripts/check-docs.ts --write\`.

A variable that is empty counts as not set. A wrong value stops a program at its start, with exit code 2 and one line for
each wrong variable; the value of a secret is never shown. Workers, the API, the command,
\`npm run migrate\` and \`npm run setup:temporal\` read \`.env\` of their checkout for what the environment does not set: copy
[.env.example](../.env.example) to \`.env\` and edit it. They warn of a variable whose name differs from one of these by a letter or two, and of every name in \`.env\` that is not among them.

| variable | usual | takes | what for |
| --- | --- | --- | --- |
${rows.join('\n')}

\`npm start\` sets for its own worker what the servers and the sandbox need, and writes that to \`.data/worker.env\`, for more workers beside it:
see [workers.md](workers.md). The variables
\`TEMPORAL_CLI_PATH\` and \`XDG_CACHE_HOME\` are of the local servers: see [local-servers.md](local-servers.md).
\`CRAWLCHAIN_DEBUG=1\` makes \`npm start\` print the stack of an error.
`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > LINE_CHARACTERS_MAX) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
