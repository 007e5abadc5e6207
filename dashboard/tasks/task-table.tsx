import { memo, useRef } from 'react';
import { TableFrame } from '../parts/section.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
import { useRowWindow } from '../parts/use-row-window.ts';
import type { Task, TaskSort } from '../server/api-client.ts';
import type { Column } from './columns.tsx';
import { nameOf } from './task-words.tsx';

/** What the list shows, and whom it tells. */
export interface TaskTableShown {
  tasks: readonly Task[];
  columns: readonly Column[];
  sort: TaskSort;
  order: 'asc' | 'desc';
  selected: ReadonlySet<string>;
  onSort: (sort: TaskSort) => void;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

/** The list. `j` and `k` go through its rows, `x` selects one, and Enter opens it. */
export function TaskTable({ tasks, columns, sort, order, selected, onSort, onSelect }: TaskTableShown) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const { places, before, after, measure } = useRowWindow(body, tasks.length);
  const areAllSelected = tasks.length > 0 && tasks.every(({ id }) => selected.has(id));
  return (
    <TableFrame label="Tasks" rows={tasks.length + 1}>
      <thead>
        <tr>
          <th className="w-6">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              checked={areAllSelected}
              onChange={() =>
                onSelect(
                  tasks.map(({ id }) => id),
                  !areAllSelected,
                )
              }
            />
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
      <tbody ref={body}>
        <LeftOut px={before} />
        {places.map((place) => {
          const task = tasks[place];
          return task === undefined ? null : (
            <Row
              key={task.id}
              task={task}
              place={place}
              measure={measure}
              columns={columns}
              isSelected={selected.has(task.id)}
              onSelect={onSelect}
            />
          );
        })}
        <LeftOut px={after} />
      </tbody>
    </TableFrame>
  );
}

interface HeadingShown {
  column: Column;
  sorted: 'asc' | 'desc' | null;
  onSort: (sort: TaskSort) => void;
}

function Heading({ column: { title, sort }, sorted, onSort }: HeadingShown) {
  if (sort === undefined) return <th>{title}</th>;
  const direction = sorted === 'asc' ? 'ascending' : 'descending';
  return (
    <th className="whitespace-nowrap" {...(sorted === null ? {} : { 'aria-sort': direction })}>
      <button type="button" className="cursor-pointer font-semibold underline" onClick={() => onSort(sort)}>
        {title}
      </button>
      {sorted === null ? null : <Arrow direction={sorted} />}
    </th>
  );
}

/** Small fonts have no arrows. */
function Arrow({ direction }: { direction: 'asc' | 'desc' }) {
  return (
    <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true" className="ml-1 inline">
      <path d={direction === 'asc' ? 'M1 8h8L5 2z' : 'M1 2h8L5 8z'} fill="currentColor" />
    </svg>
  );
}

/** The room of rows that are far from sight. */
function LeftOut({ px }: { px: number }) {
  return px <= 0 ? null : <tr aria-hidden="true" style={{ height: px }} />;
}

interface RowShown {
  task: Task;
  /** Among all rows, those that are left out included. */
  place: number;
  measure: (row: Element | null) => void;
  columns: readonly Column[];
  isSelected: boolean;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

const Row = memo(function Row({ task, place, measure, columns, isSelected, onSelect }: RowShown) {
  return (
    <tr
      ref={measure}
      data-index={place}
      data-task={task.id}
      // The headings are the first row.
      aria-rowindex={place + 2}
      className="focus-within:bg-(--sunken)"
    >
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(task)}`}
          checked={isSelected}
          onChange={() => onSelect([task.id], !isSelected)}
        />
      </td>
      {columns.map(({ name, show }) => (
        // What is last takes the room that is left, and no row has a second line.
        <td key={name} className={name === 'why' ? 'w-full max-w-0 min-w-48 truncate' : 'max-w-96 truncate'}>
          {show(task)}
        </td>
      ))}
    </tr>
  );
});
