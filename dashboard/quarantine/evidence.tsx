import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inDigits, inKilobytes } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import { Badge } from '../parts/sign.tsx';
import { readPayload, type PayloadDetail } from '../server/payloads-api.ts';
import { subjectOf, type Sample, type Suspicion } from './suspicion-words.ts';
import { PAYLOAD_KEY } from './use-quarantine.ts';

/** Why a payload is not believed, beside the menu that is in the catalog. */
export function Evidence({ payload }: { payload: PayloadDetail }) {
  const { suspicion } = payload;
  return (
    <div className="grid gap-3">
      <p className="break-words">
        {suspicion === null ? 'Nothing was doubted about it.' : suspicion.message}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        {payload.current_payload_id === payload.id ? (
          <Alone payload={payload} />
        ) : (
          <Beside payload={payload} />
        )}
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

/** A payload that the catalog shows stands beside nothing. */
function Alone({ payload }: { payload: PayloadDetail }) {
  return (
    <TableFrame label="This menu">
      <thead>
        <tr>
          <NoHeading />
          <th scope="col">This menu, the last ingested one</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, show]) => (
          <tr key={name}>
            <RowHeading name={name} />
            <td className="tabular-nums">{show(payload)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function NoHeading() {
  return (
    <th>
      <span className="sr-only">What</span>
    </th>
  );
}

function RowHeading({ name }: { name: string }) {
  return (
    <th scope="row" className="border-t border-(--line) py-1.5! align-top">
      {name}
    </th>
  );
}

function Beside({ payload }: { payload: PayloadDetail }) {
  const currentId = payload.current_payload_id;
  const { data: current, error } = useQuery({
    queryKey: [PAYLOAD_KEY, currentId],
    queryFn: () => readPayload(currentId ?? 0),
    enabled: currentId !== null,
  });
  return (
    <TableFrame label="This menu beside the last ingested one">
      <thead>
        <tr>
          <NoHeading />
          <th scope="col">This menu</th>
          <th scope="col">Last ingested menu</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, show]) => (
          <tr key={name}>
            <RowHeading name={name} />
            <td className="tabular-nums">{show(payload)}</td>
            <td className="tabular-nums">
              {current === undefined
                ? name === 'Payload'
                  ? (currentId ?? 'none yet')
                  : error === null
                    ? ''
                    : 'unknown'
                : show(current)}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function Measured({ suspicion: { measured = [], doubts = measured.length } }: { suspicion: Suspicion }) {
  if (measured.length === 0)
    return <p className="text-(--soft)">An earlier version doubted it, which kept no counts.</p>;
  return (
    <TableFrame label="What each rule counted">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Counted products</th>
          <th scope="col">Says</th>
        </tr>
      </thead>
      <tbody>
        {measured.map(({ rule, count, of, up }, place) => (
          <tr key={rule}>
            <td className="font-semibold whitespace-nowrap">{rule}</td>
            <td className="tabular-nums">
              {inDigits(count)} of {inDigits(of)}
              {up === undefined ? '' : `, ${inDigits(up)} of them up`}
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
