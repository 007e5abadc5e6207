import { ApiProblem } from '../../api-client/answer-of.ts';
import { csvOf } from './csv-of.ts';

/** The limit of a file, in pages of `PAGE` rows, the largest pages of the API. For more rows, use the API or the database. */
const PAGES_MAX = 20;
const PAGE = 500;

/**
 * Saves a list of the API as a CSV file.
 * @param query of the list; null: the list takes no query and comes in one answer
 * @returns false if the list has more rows than the file
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
 * Saves rows of the page as a CSV file in the API's format.
 * @param name the file name without extension
 * @param rows objects that all have the fields of the first one
 */
export function saveRows(name: string, rows: readonly object[]): void {
  save(`${name}.csv`, csvOf(rows));
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
