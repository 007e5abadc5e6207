import { VARIABLES } from '../config/environment.ts';
import { writeApiTypes, writeApiValues } from './write-api-types.ts';
import { writeBeliefPage } from './write-belief-page.ts';
import { writeCommandPage } from './write-command-page.ts';
import { writeConfigurationPage } from './write-configuration-page.ts';
import { writeMetricsPage } from './write-metrics-page.ts';
import { writeRoutesPage } from './write-routes-page.ts';
import { writeSandboxPage } from './write-sandbox-page.ts';
import { writeStatusTables } from './write-status-tables.ts';

// Generates pages from the code. `node scripts/check-docs.ts --write` writes them to their files.

const LINE_CHARACTERS_MAX = 110;

/** The parts of a variable's definition that a page shows. */
interface Described {
  about: string;
  takes: string;
  fallback?: string;
}

const variables = Object.entries(VARIABLES) as [name: string, definition: Described][];

/** Generates every page that comes from the code. @returns text by path */
export async function writeDocs(): Promise<Record<string, string>> {
  return {
    '.env.example': envExample(),
    'docs/reference/configuration.md': writeConfigurationPage(),
    'docs/explanation/belief.md': writeBeliefPage(),
    'docs/reference/command.md': await writeCommandPage(),
    'docs/reference/api-routes.md': writeRoutesPage(),
    'docs/reference/metrics.md': writeMetricsPage(),
    'docs/reference/sandbox-kinds.md': writeSandboxPage(),
    ...writeStatusTables(),
    'api-client/api-types.ts': await writeApiTypes(),
    'api-client/api-values.ts': writeApiValues(),
  };
}

function envExample(): string {
  const head = [
    '# Every variable that Crawlchain reads, with what holds when it is not set. Made from config/environment.ts by',
    '# `node scripts/check-docs.ts --write`; docs/reference/configuration.md is the same as a page.',
    '# To use it: cp .env.example .env, and edit. Workers, the API and the command read .env of their checkout.',
  ];
  const entries = variables.map(([name, { about, takes, fallback = '' }]) => {
    const text = `${about} Takes ${takes}.`;
    return [...wrap(text).map((line) => `# ${line}`), `# ${name}=${fallback}`].join('\n');
  });
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`;
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
