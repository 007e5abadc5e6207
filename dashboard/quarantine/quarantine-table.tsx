import { Link } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import { SelectAllHeading } from '../parts/selection.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
import { DoubtEnd } from './doubt-end.tsx';
import { PayloadLinks } from './payload-names.tsx';
import { firstReasonOf, subjectOf, type Suspicion } from './describe-suspicion.ts';
import type { WaitingRow } from './waiting-rows.ts';

interface QuarantineTableShown {
  rows: readonly WaitingRow[];
  selected: ReadonlySet<string>;
  /** The payload whose details are open. */
  open: number | undefined;
  /** Set if only the menus of this store are listed. */
  store: number | undefined;
  /** Why the decision about a payload failed, by payload id. */
  failures: ReadonlyMap<number, Error>;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

/**
 * The table of waiting menus; on a phone each row is a card. `j` and `k` move through the rows, `x` selects one, Enter opens it.
 */
export function QuarantineTable({ rows, selected, open, store, failures, onSelect }: QuarantineTableShown) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const ids = rows.map(({ payload }) => String(payload.id));
  const areAllSelected = ids.every((id) => selected.has(id));
  return (
    <TableFrame label="Payloads that wait" isCards>
      <thead>
        <tr>
          <SelectAllHeading areAllSelected={areAllSelected} onChange={() => onSelect(ids, !areAllSelected)} />
          <th scope="col">Store</th>
          <th scope="col">Why it is doubted</th>
          <th scope="col">Products</th>
          <th scope="col">Fetched</th>
          <th scope="col">By itself</th>
          <th scope="col">Platform</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <Row
            key={row.payload.id}
            row={row}
            isSelected={selected.has(String(row.payload.id))}
            open={isIn(row, open) ? open : undefined}
            store={store}
            failure={failures.get(row.payload.id)}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </TableFrame>
  );
}

function isIn({ payload, again }: WaitingRow, id: number | undefined): boolean {
  return payload.id === id || again.some((earlier) => earlier.id === id);
}

interface RowShown {
  row: WaitingRow;
  isSelected: boolean;
  /** The payload of this row whose details are open, if any. */
  open: number | undefined;
  store: number | undefined;
  failure: Error | undefined;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

const Row = memo(function Row({ row, isSelected, open, store, failure, onSelect }: RowShown) {
  const { payload, again } = row;
  const { id, dispensary_name: name, current_payload_product_count: before, suspicion } = payload;
  return (
    <tr data-payload={id} className={open !== undefined ? 'bg-(--sunken)' : 'focus-within:bg-(--sunken)'}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select payload ${id} of ${name}`}
          checked={isSelected}
          onChange={() => onSelect([String(id)], !isSelected)}
        />
      </td>
      <td className="min-w-28">
        <Link
          to="/quarantine"
          search={{ payload: id, ...(store === undefined ? {} : { store }) }}
          className="font-semibold"
          data-opens={id}
          {...(open === id ? { 'aria-current': true } : {})}
        >
          {name}
        </Link>
        <p className="text-(--soft)">payload {id}</p>
        {again.length === 0 ? null : (
          <p>
            seen {inDigits(again.length + 1)} times, also as{' '}
            <PayloadLinks ids={again.map((earlier) => earlier.id)} open={open} />
          </p>
        )}
      </td>
      <td data-label="Why" className="max-w-xl min-w-56 break-words">
        {suspicion === null ? 'No reason is kept.' : <Why suspicion={suspicion} />}
        {failure === undefined ? null : <p className="text-(--bad)">Not decided: {failure.message}</p>}
      </td>
      <td data-label="Products" className="whitespace-nowrap tabular-nums">
        {inDigits(payload.product_count)}
        <p className="text-(--soft)">{before === null ? 'no menu before' : `before ${inDigits(before)}`}</p>
      </td>
      <td data-label="Fetched">
        <Moment at={payload.fetched_at} />
      </td>
      <td data-label="By itself" className="min-w-40">
        {payload.doubt_end === null ? '' : <DoubtEnd end={payload.doubt_end} />}
      </td>
      <td data-label="Platform">{payload.platform}</td>
    </tr>
  );
});

function Why({ suspicion }: { suspicion: Suspicion }) {
  const [sample] = suspicion.samples;
  const { first, more } = firstReasonOf(suspicion);
  return (
    <>
      <p>
        {first}
        {more === 0 ? null : (
          <span className="text-(--soft)" title={suspicion.message}>
            {' '}
            And {more} more {more === 1 ? 'reason' : 'reasons'}.
          </span>
        )}
      </p>
      {sample === undefined ? null : (
        <p className="text-(--soft)">
          {subjectOf(sample)}: from {sample.before} to {sample.now}
        </p>
      )}
    </>
  );
}
