import { readFileSync } from 'node:fs';
import {
  JOB_STATUS_MEANINGS,
  TASK_STATUS_MEANINGS,
  WORKER_STATUS_MEANINGS,
} from '../domain/status-meanings.ts';

const MEANINGS: Record<string, Record<string, string>> = {
  'docs/reference/tasks.md': TASK_STATUS_MEANINGS,
  'docs/reference/jobs.md': JOB_STATUS_MEANINGS,
  'docs/reference/workers.md': WORKER_STATUS_MEANINGS,
};

/** A generated table in a page. */
export const STATUS_TABLE = /^\| status +\| means +\|\n(?:\|.*\n)+/m;

/** Updates the generated status tables in pages that are otherwise written by hand. */
export function writeStatusTables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(MEANINGS).map(([page, meanings]) => [page, written(page, meanings)]),
  );
}

function written(page: string, meanings: Record<string, string>): string {
  const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
  if (!STATUS_TABLE.test(text)) throw new Error(`${page} has no table of statuses.`);
  return text.replace(STATUS_TABLE, () => tableOf(meanings));
}

/** Creates the table in the layout of oxfmt. */
function tableOf(meanings: Record<string, string>): string {
  const rows = [
    ['status', 'means'],
    ...Object.entries(meanings).map(([status, meaning]) => [`\`${status}\``, meaning]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const [head, ...others] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`,
  );
  const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`;
  return [head, line, ...others].join('');
}
