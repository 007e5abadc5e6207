import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
import { useRowWindow } from '../parts/use-row-window.ts';
import type { ListedRun, RunsOf, RunSort } from '../server/api-client.ts';
import { LINK, type Column } from './columns.tsx';
import { rangeOf } from './range-of.ts';
import { nameOf, NOUNS } from './describe-run.tsx';
import type { Sight } from './use-followed-runs.ts';
import { useSteadyColumns } from './use-steady-columns.ts';
import { useReturnToRow } from './use-return-to-row.ts';

export interface RunTableShown {
  of: RunsOf;
  runs: readonly ListedRun[];
  columns: readonly Column[];
  sort: RunSort;
  order: 'asc' | 'desc';
  selected: ReadonlySet<string>;
  onSort: (sort: RunSort) => void;
  onSelect: (ids: string[], isSelected: boolean) => void;
  /** Called with the visible range of indexes. */
  onSight: (sight: Sight) => void;
}

/**
 * The table of tasks or jobs. `j` and `k` move through the rows, `x` selects one, Enter opens it. Memoized, so that typing in the
 * search does not render it again.
 */
export const RunTable = memo(function RunTable({
  of,
  runs,
  columns,
  sort,
  order,
  selected,
  onSort,
  onSelect,
  onSight,
}: RunTableShown) {
  const body = useRef<HTMLTableSectionElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  useSteadyColumns(head, columns);
  const { isReturn, onOpen } = useReturnToRow(body);
  const onTick = useTick({ runs, selected, onSelect });
  const { places, inSight, before, after, measure } = useRowWindow({ body, count: runs.length, isReturn });
  const { first, last } = inSight;
  useEffect(() => onSight({ first, last }), [onSight, first, last]);
  return (
    <TableFrame label={NOUNS[of].title} rows={runs.length + 1}>
      <thead ref={head}>
        <tr>
          <th className="w-6">
            <SelectAll runs={runs} selected={selected} onSelect={onSelect} />
          </th>
          {columns.map((column) => (
            <Heading
              key={column.name}
              column={column}
              sorted={sort === column.sort ? order : null}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onClickCapture={onOpen}>
        <LeftOut px={before} />
        {places.map((place) => {
          const run = runs[place];
          return run === undefined ? null : (
            <Row
              key={run.id}
              run={run}
              place={place}
              measure={measure}
              columns={columns}
              isSelected={selected.has(run.id)}
              onTick={onTick}
            />
          );
        })}
        <LeftOut px={after} />
      </tbody>
    </TableFrame>
  );
});

/** Returns a function that selects or clears a row; for a range, also all rows from the last one that was toggled. */
function useTick(now: Pick<RunTableShown, 'runs' | 'selected' | 'onSelect'>) {
  const latest = useRef(now);
  latest.current = now;
  const last = useRef<string | null>(null);
  return useCallback((id: string, isRange: boolean): void => {
    const { runs, selected, onSelect } = latest.current;
    const ids = runs.map((run) => run.id);
    onSelect(isRange ? rangeOf(ids, last.current, id) : [id], !selected.has(id));
    last.current = id;
  }, []);
}

function SelectAll({ runs, selected, onSelect }: Pick<RunTableShown, 'runs' | 'selected' | 'onSelect'>) {
  const ids = useMemo(() => runs.map(({ id }) => id), [runs]);
  const areAllSelected = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <input
      type="checkbox"
      aria-label="Select all that are shown"
      checked={areAllSelected}
      onChange={() => onSelect(ids, !areAllSelected)}
    />
  );
}

interface HeadingShown {
  column: Column;
  sorted: 'asc' | 'desc' | null;
  onSort: (sort: RunSort) => void;
}

function Heading({ column: { title, sort, isWide }, sorted, onSort }: HeadingShown) {
  if (sort === undefined) return <th className={onlyWide(isWide)}>{title}</th>;
  const direction = sorted === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      className={`whitespace-nowrap ${onlyWide(isWide)}`}
      {...(sorted === null ? {} : { 'aria-sort': direction })}
    >
      <button type="button" className="cursor-pointer font-semibold underline" onClick={() => onSort(sort)}>
        {title}
      </button>
      {sorted === null ? null : <Arrow direction={sorted} />}
    </th>
  );
}

/** Shows the sort direction as a drawn arrow, because small fonts lack arrows. */
function Arrow({ direction }: { direction: 'asc' | 'desc' }) {
  return (
    <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true" className="ml-1 inline">
      <path d={direction === 'asc' ? 'M1 8h8L5 2z' : 'M1 2h8L5 8z'} fill="currentColor" />
    </svg>
  );
}

/** Takes the place of rows that are not rendered, with their height. */
function LeftOut({ px }: { px: number }) {
  return px <= 0 ? null : <tr aria-hidden="true" style={{ height: px }} />;
}

/** The last column takes the remaining width, with up to two lines. */
const REST = 'w-full max-w-0 min-w-48';

function onlyWide(isWide: boolean | undefined): string {
  return isWide === true ? 'max-sm:hidden' : '';
}

interface RowShown {
  run: ListedRun;
  /** Index among all rows, including those not rendered. */
  place: number;
  measure: (row: Element | null) => void;
  columns: readonly Column[];
  isSelected: boolean;
  /** Called when the checkbox is toggled. @param isRange with Shift: includes all rows from the last one that was toggled */
  onTick: (id: string, isRange: boolean) => void;
}

const Row = memo(function Row({ run, place, measure, columns, isSelected, onTick }: RowShown) {
  // On a phone this column is shown below the name instead.
  const why = columns.find(({ name, isWide }) => name === 'why' && isWide === true);
  return (
    <tr
      ref={measure}
      data-index={place}
      data-run={run.id}
      // Row 1 is the header, and ARIA counts from 1.
      aria-rowindex={place + 2}
      className="focus-within:bg-(--sunken)"
    >
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(run)}`}
          checked={isSelected}
          title="With Shift: all from the one before"
          onChange={({ nativeEvent }) =>
            onTick(run.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      {columns.map(({ name, isWide, show, wordsOf }) => (
        <td
          key={name}
          title={wordsOf?.(run) ?? undefined}
          className={`${name === 'why' ? REST : 'max-w-96 truncate max-sm:wrap-anywhere max-sm:whitespace-normal'} ${onlyWide(isWide)}`}
        >
          {name === 'why' ? <div className="line-clamp-2 break-words">{show(run)}</div> : show(run)}
          {name === LINK && why !== undefined ? (
            <div className="whitespace-normal text-(--soft) sm:hidden">
              <Moment at={run.completed_at ?? run.created_at} /> {why.show(run)}
            </div>
          ) : null}
        </td>
      ))}
    </tr>
  );
});
