import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inDigits, inKilobytes } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import { Badge } from '../parts/sign.tsx';
import { readPayload, type PayloadDetail } from '../server/payloads-api.ts';
import { subjectOf, type Sample, type Suspicion } from './describe-suspicion.ts';
import { PAYLOAD_KEY } from './use-quarantine.ts';

/** Shows why a payload is doubted, next to the menu in the catalog. */
export function Evidence({ payload }: { payload: PayloadDetail }) {
  const { suspicion } = payload;
  return (
    <div className="grid gap-3">
      <p className="break-words">
        {suspicion === null ? 'Nothing was doubted about it.' : suspicion.message}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Menus payload={payload} />
        {suspicion === null ? null : <Measured suspicion={suspicion} />}
      </div>
      {suspicion === null || suspicion.samples.length === 0 ? null : <Samples samples={suspicion.samples} />}
    </div>
  );
}

const ROWS: [name: string, show: (payload: PayloadDetail) => ReactNode][] = [
  ['Payload', ({ id }) => id],
  ['Fetched', ({ fetched_at: at }) => <Moment at={at} />],
  ['Products', ({ product_count: count }) => inDigits(count)],
  ['Platform total', ({ total_count: count }) => (count === null ? 'not reported' : inDigits(count))],
  ['Missing', ({ missing_count: count }) => inDigits(count)],
  ['Pages', ({ pages }) => inDigits(pages)],
  ['Size', ({ size_bytes_raw: bytes }) => inKilobytes(bytes)],
  ['File', ({ file_state: state, held_by: pod }) => (pod === null ? state : `${state}, on ${pod} alone`)],
];

/**
 * Shows a menu next to the last ingested one, unless they are the same. A rejected menu is shown next to the one ingested before
 * it, since later menus say nothing about the rejection.
 */
function Menus({ payload }: { payload: PayloadDetail }) {
  const isRejected = payload.verdict === 'rejected';
  const currentId = isRejected ? payload.previous_payload_id : payload.current_payload_id;
  const isAlone = currentId === payload.id;
  const { data: current, error } = useQuery({
    queryKey: [PAYLOAD_KEY, currentId],
    queryFn: () => readPayload(currentId ?? 0),
    enabled: currentId !== null && !isAlone,
  });
  return (
    <TableFrame label={isAlone ? 'This menu' : 'This menu beside the last ingested one'}>
      <thead>
        <tr>
          <th>
            <span className="sr-only">What</span>
          </th>
          <th scope="col">{isAlone ? 'This menu, the last ingested one' : 'This menu'}</th>
          {isAlone ? null : <th scope="col">Last ingested menu{isRejected ? ' before it' : ''}</th>}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, show]) => (
          <tr key={name}>
            <th scope="row" className="border-t border-(--line) py-1.5! align-top">
              {name}
            </th>
            <td className="tabular-nums">{show(payload)}</td>
            {isAlone ? null : (
              <td className="tabular-nums">
                {current === undefined ? whileUnknown(name, { currentId, error }) : show(current)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** Returns what a cell shows for the last ingested menu until that menu is loaded. */
function whileUnknown(name: string, { currentId, error }: { currentId: number | null; error: Error | null }) {
  if (name === 'Payload') return currentId ?? 'none yet';
  return error === null ? '' : 'unknown';
}

function Measured({ suspicion: { measured = [], doubts = measured.length } }: { suspicion: Suspicion }) {
  if (measured.length === 0)
    return <p className="text-(--soft)">An earlier version doubted it, which kept no counts.</p>;
  return (
    <TableFrame label="What each rule counted">
      <thead>
        <tr>
          <th scope="col">What was counted</th>
          <th scope="col">Rule</th>
          <th scope="col">Says</th>
        </tr>
      </thead>
      <tbody>
        {measured.map(({ rule, words }, place) => (
          <tr key={rule}>
            <td className="break-words">{words}</td>
            <td className="whitespace-nowrap">
              <code>{rule}</code>
            </td>
            <td>
              <Badge tone={place < doubts ? 'degraded' : 'neutral'}>
                {place < doubts ? 'doubted' : 'as usual'}
              </Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function Samples({ samples }: { samples: readonly Sample[] }) {
  return (
    <TableFrame label="Examples">
      <thead>
        <tr>
          <th scope="col">Example</th>
          <th scope="col">Rule</th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {samples.map((sample) => (
          <tr key={`${sample.rule} ${sample.id} ${sample.field} ${sample.option}`}>
            <td className="break-words">{subjectOf(sample)}</td>
            <td className="whitespace-nowrap">{sample.rule}</td>
            <td className="break-words">{sample.before}</td>
            <td className="break-words">{sample.now}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
