import { memo, useRef } from 'react';
import { TableFrame } from '../parts/section.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
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
  const areAllSelected = tasks.length > 0 && tasks.every(({ id }) => selected.has(id));
  return (
    <TableFrame label="Tasks">
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
        {tasks.map((task) => (
          <Row
            key={task.id}
            task={task}
            columns={columns}
            isSelected={selected.has(task.id)}
            onSelect={onSelect}
          />
        ))}
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

interface RowShown {
  task: Task;
  columns: readonly Column[];
  isSelected: boolean;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

const Row = memo(function Row({ task, columns, isSelected, onSelect }: RowShown) {
  return (
    <tr data-task={task.id} className="focus-within:bg-(--sunken)">
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(task)}`}
          checked={isSelected}
          onChange={() => onSelect([task.id], !isSelected)}
        />
      </td>
      {columns.map(({ name, show }) => (
        <td key={name} className={name === 'why' ? 'max-w-96 truncate' : undefined}>
          {show(task)}
        </td>
      ))}
    </tr>
  );
});
