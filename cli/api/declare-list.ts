import type { Command, OptionValues } from 'commander';
import { answerOf, type Answered } from '../../api-client/answer-of.ts';
import type { paths } from '../../api-client/api-types.ts';
import type { ApiClient } from '../../api-client/create-api-client.ts';
import { showList, type ListOptions, type Page, type Shown } from '../output/show-list.ts';
import { filtersOf } from './filters-of.ts';
import { readPages } from './read-pages.ts';
import { openApi, withApi } from './with-api.ts';

/** The API routes that answer with a list. */
export type ListRoute = {
  [Route in keyof paths]: paths[Route] extends { get: Answers<{ items: unknown[] }> } ? Route : never;
}[keyof paths];

interface Answers<Answer> {
  responses: { 200: { content: { 'application/json': Answer } } };
}

/** The items that a route lists. */
export type ItemOf<Route extends ListRoute> = paths[Route] extends { get: Answers<{ items: (infer Item)[] }> }
  ? Item
  : never;

/** How a command reads a list of the API and shows it. */
export interface ApiList<Route extends ListRoute, Row> extends Omit<Shown<ItemOf<Route>, Row>, 'below'> {
  route: Route;
  /** The default `--limit`; infinite: all items. Undefined: the route returns all items at once. */
  limit?: number;
  /** Converts the options to the query of the route; default: `filtersOf`. */
  query?: (options: OptionValues) => object;
  /** The parameters of the route's path. @param args the arguments of the call */
  path?: (args: readonly unknown[]) => object;
  /** Whether an item is shown; default: every item. @param args the arguments of the call */
  keep?: (item: ItemOf<Route>, args: readonly unknown[]) => boolean;
  /** The text below the table. */
  below?: (api: ApiClient) => Promise<string>;
}

/** Reads the list that a command declares, and shows it as the options of the call demand. */
export async function showApiList<Route extends ListRoute, Row>(
  command: Command,
  list: ApiList<Route, Row>,
): Promise<void> {
  const { columns, rows, none, below } = list;
  const options = command.opts<ListOptions>();
  // With `--jsonl`, for programs that read line by line, all items are the default.
  const isAll = options.jsonl === true && command.getOptionValueSource('limit') === 'default';
  return showList(
    { columns, rows, none, below: below && (() => withApi(command, below)) },
    isAll ? { jsonl: true } : options,
    (most) => pagesOf(list, command, most ?? Number.POSITIVE_INFINITY),
  );
}

async function* pagesOf<Route extends ListRoute, Row>(
  { route, limit, query, path, keep }: ApiList<Route, Row>,
  command: Command,
  most: number,
): AsyncGenerator<Page<ItemOf<Route>>> {
  const { api, refusalOf } = await openApi(command);
  const { processedArgs: args } = command;
  try {
    const options = command.opts();
    const filter = query === undefined ? await filtersOf(options, api) : query(options);
    const read = (part: object) =>
      answerOf(
        // The types of all routes are too many for one generic call; the API checks the parameters.
        api.GET(
          route as never,
          { params: { path: path?.(args), query: { ...filter, ...part } } } as never,
        ) as Promise<Answered<Page<ItemOf<Route>> & { next_cursor: string | null }>>,
      );
    const pages = limit === undefined ? [await read({})] : readPages(most, read);
    for await (const page of pages)
      yield keep === undefined ? page : { ...page, items: page.items.filter((item) => keep(item, args)) };
  } catch (error) {
    throw refusalOf(error);
  }
}
