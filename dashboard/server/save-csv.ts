import { ApiProblem } from '../../api-client/answer-of.ts';

/** Pages of the largest size; who needs more asks the API or the database. */
const PAGES_MAX = 20;
const PAGE = 500;

/**
 * Saves what a list of the API has as a file of comma-separated values.
 * @param query of the list; null: it takes none, and comes in one answer
 * @returns false: the list has more than the file
 * @throws ApiProblem
 */
export async function saveCsv(path: string, query: Record<string, string> | null): Promise<boolean> {
  const texts: string[] = [];
  const first = { ...query, limit: String(PAGE) };
  let next: string | null = query === null ? path : `${path}?${new URLSearchParams(first).toString()}`;
  while (next !== null && texts.length < PAGES_MAX) {
    // eslint-disable-next-line no-await-in-loop -- Each page names the next one.
    const answer = await fetch(next, { headers: { Accept: 'text/csv' }, credentials: 'same-origin' });
    // eslint-disable-next-line no-await-in-loop
    const text = await answer.text();
    if (!answer.ok) throw problemIn(text);
    texts.push(texts.length === 0 ? text : text.slice(text.indexOf('\n') + 1));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1] ?? null;
  }
  save(`${path.split('/').at(-1)}.csv`, texts.join(''));
  return next === null;
}

/**
 * Saves rows that the page has as a file of comma-separated values, written as the API writes its lists.
 * @param name of the file, without its ending
 * @param rows all with the fields of the first one
 */
export function saveRows(name: string, rows: readonly object[]): void {
  save(`${name}.csv`, csvOf(rows));
}

/** A line of names and a line for each row. Nested values are JSON; programs that calculate take no text for a formula. */
export function csvOf(rows: readonly object[]): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\n`).join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return quoted(JSON.stringify(value));
  return quoted(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) ? `'${value}` : value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function problemIn(text: string): ApiProblem {
  try {
    return new ApiProblem(JSON.parse(text) as ConstructorParameters<typeof ApiProblem>[0]);
  } catch {
    return new ApiProblem({ title: 'The API does not answer as expected', detail: text.slice(0, 200) });
  }
}

function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
