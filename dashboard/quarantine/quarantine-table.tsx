import { Link } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
import type { PayloadDetail } from '../server/payloads-api.ts';
import { firstReasonOf, subjectOf, type Suspicion } from './suspicion-words.ts';

interface QuarantineTableShown {
  payloads: readonly PayloadDetail[];
  selected: ReadonlySet<string>;
  /** The payload whose details are open. */
  open: number | undefined;
  /** Why a payload was not decided, by its id. */
  failures: ReadonlyMap<number, Error>;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

/** What waits for a decision. `j` and `k` go through its rows, `x` selects one, and Enter opens it. */
export function QuarantineTable({ payloads, selected, open, failures, onSelect }: QuarantineTableShown) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const ids = payloads.map(({ id }) => String(id));
  const areAllSelected = ids.every((id) => selected.has(id));
  return (
    <TableFrame label="Payloads that wait">
      <thead>
        <tr>
          <th className="w-6">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              checked={areAllSelected}
              onChange={() => onSelect(ids, !areAllSelected)}
            />
          </th>
          <th>Store</th>
          <th>Why it is not believed</th>
          <th>Products</th>
          <th>Fetched</th>
          <th>Platform</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {payloads.map((payload) => (
          <Row
            key={payload.id}
            payload={payload}
            isSelected={selected.has(String(payload.id))}
            isOpen={payload.id === open}
            failure={failures.get(payload.id)}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </TableFrame>
  );
}

interface RowShown {
  payload: PayloadDetail;
  isSelected: boolean;
  isOpen: boolean;
  failure: Error | undefined;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

const Row = memo(function Row({ payload, isSelected, isOpen, failure, onSelect }: RowShown) {
  const { id, dispensary_name: name, current_payload_product_count: before, suspicion } = payload;
  return (
    <tr data-payload={id} className={isOpen ? 'bg-(--sunken)' : 'focus-within:bg-(--sunken)'}>
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
          search={{ payload: id }}
          className="font-semibold"
          {...(isOpen ? { 'aria-current': true } : {})}
        >
          {name}
        </Link>
        <p className="text-(--soft)">payload {id}</p>
      </td>
      <td className="max-w-xl min-w-56 break-words">
        {suspicion === null ? 'No reason is kept.' : <Why suspicion={suspicion} />}
        {failure === undefined ? null : <p className="text-(--bad)">Not decided: {failure.message}</p>}
      </td>
      <td className="whitespace-nowrap tabular-nums">
        {inDigits(payload.product_count)}
        <p className="text-(--soft)">{before === null ? 'no menu before' : `before ${inDigits(before)}`}</p>
      </td>
      <td>
        <Moment at={payload.fetched_at} />
      </td>
      <td>{payload.platform}</td>
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
