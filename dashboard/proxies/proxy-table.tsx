import { memo, useRef } from 'react';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import { SelectAllHeading } from '../parts/selection.tsx';
import { Sign } from '../parts/sign.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
import type { Proxy, TestedProxy } from '../server/proxies-api.ts';
import { addressOf, countFailures, describeFailuresInRow } from './describe-proxy.ts';
import { StateCell } from './state-cell.tsx';
import type { ProxyTests } from './use-proxy-tests.ts';

interface ProxyTableShown {
  proxies: readonly Proxy[];
  selected: ReadonlySet<string>;
  results: ProxyTests['results'];
  onSelect: (ids: string[], isSelected: boolean) => void;
}

/** The table of proxies; on a phone each row is a card. `j` and `k` move through the rows, `x` selects one. */
export function ProxyTable({ proxies, selected, results, onSelect }: ProxyTableShown) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const ids = proxies.map(({ id }) => String(id));
  const areAllSelected = ids.every((id) => selected.has(id));
  return (
    <TableFrame label="Proxies" isCards>
      <thead>
        <tr>
          <SelectAllHeading areAllSelected={areAllSelected} onChange={() => onSelect(ids, !areAllSelected)} />
          <th scope="col">Proxy</th>
          <th scope="col">State</th>
          <th scope="col">Last failure</th>
          <th scope="col">Requests</th>
          <th scope="col">Sessions</th>
          <th scope="col">Last used</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {proxies.map((proxy) => (
          <Row
            key={proxy.id}
            proxy={proxy}
            isSelected={selected.has(String(proxy.id))}
            result={results.get(proxy.id)}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </TableFrame>
  );
}

interface RowShown {
  proxy: Proxy;
  isSelected: boolean;
  /** Null: the test is under way; undefined: none was made. */
  result: TestedProxy | null | undefined;
  onSelect: (ids: string[], isSelected: boolean) => void;
}

const Row = memo(function Row({ proxy, isSelected, result, onSelect }: RowShown) {
  const {
    id,
    owner,
    country_code: country,
    last_used_at: usedAt,
    exit_address: exit,
    username: user,
  } = proxy;
  return (
    <tr data-proxy={id} className="focus-within:bg-(--sunken)">
      <td>
        <input
          type="checkbox"
          aria-label={`Select proxy ${id}, ${addressOf(proxy)}`}
          checked={isSelected}
          onChange={() => onSelect([String(id)], !isSelected)}
        />
      </td>
      <td className="min-w-40">
        <code className="font-semibold break-all">{addressOf(proxy)}</code>
        <p className="text-(--soft)">
          {[`proxy ${id}`, owner, country, user === null || proxy.has_password ? null : 'no password']
            .filter((part) => part !== null)
            .join(', ')}
        </p>
      </td>
      <td data-label="State" className="min-w-48">
        <StateCell proxy={proxy} />
        <TestResult result={result} />
      </td>
      <td data-label="Last failure" className="max-w-md min-w-48 break-words">
        <LastFailure proxy={proxy} />
      </td>
      <td data-label="Requests" className="tabular-nums">
        <Requests proxy={proxy} />
      </td>
      <td data-label="Sessions" className="whitespace-nowrap tabular-nums">
        {inDigits(proxy.sessions)} of {inDigits(proxy.max_concurrent)}
      </td>
      <td data-label="Last used">
        {usedAt === null ? 'never' : <Moment at={usedAt} />}
        {exit === null ? null : <p className="break-all text-(--soft)">as {exit}</p>}
      </td>
    </tr>
  );
});

function TestResult({ result }: Pick<RowShown, 'result'>) {
  if (result === undefined) return null;
  if (result === null) return <p className="text-(--soft)">testing</p>;
  const { is_good: isGood, exit_address: exit, duration_ms: ms, error } = result;
  return (
    <p data-tested={isGood ? 'good' : 'bad'} className="mt-1 flex max-w-64 items-start gap-1">
      <Sign tone={isGood ? 'good' : 'bad'} size={16} />
      <span className="min-w-0 break-words">
        {isGood ? `works: exit address ${exit}, ${inDigits(ms ?? 0)} ms` : `test failed: ${error}`}
      </span>
    </p>
  );
}

function LastFailure({ proxy: { last_failure_at: at, last_error: error } }: { proxy: Proxy }) {
  if (at === null) return error;
  return (
    <>
      <Moment at={at} />
      {error === null ? null : <p>{error}</p>}
    </>
  );
}

function Requests({ proxy }: { proxy: Proxy }) {
  const { refused, faults, others } = countFailures(proxy);
  const inRow = describeFailuresInRow(proxy);
  return (
    <>
      <span className="whitespace-nowrap">{inDigits(proxy.success_count)} good,</span>{' '}
      <span className="whitespace-nowrap">{inDigits(refused)} refused by stores,</span>{' '}
      <span className="whitespace-nowrap">{inDigits(faults)} failed in the proxy</span>
      {others === 0 ? null : <span className="whitespace-nowrap">, {inDigits(others)} failed otherwise</span>}
      {inRow === null ? null : <p className="text-(--warn)">{inRow}</p>}
    </>
  );
}
