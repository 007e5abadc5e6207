import { useQuery } from '@tanstack/react-query';
import { CommandLine } from '../parts/command-line.tsx';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { TableFrame } from '../parts/section.tsx';
import { readFields, type PayloadDetail, type PayloadFields } from '../server/payloads-api.ts';

const FIELDS_KEY = 'payload-fields';

/**
 * Queries how the fields of a menu differ from those of an earlier one. Both menus are immutable, so the answer never becomes
 * stale.
 */
function useFields(id: number) {
  return useQuery({ queryKey: [FIELDS_KEY, id], queryFn: () => readFields(id), staleTime: Infinity });
}

/** Says what the platform has probably changed in menus with the same fault, judged by the fields of one of them. */
export function ProbableChange({ platform, id }: { platform: string; id: number }) {
  const [first] = useFields(id).data?.renamed ?? [];
  if (first === undefined) return `${platform} may have changed what it sends.`;
  return (
    <>
      {platform} has probably renamed <code>{first.from}</code> to <code>{first.to}</code>.
    </>
  );
}

/** Shows which fields vanished from a menu, which are new, and which were probably renamed. */
export function ChangedFields({ payload: { id } }: { payload: PayloadDetail }) {
  const { data, error, refetch } = useFields(id);
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-(--soft)">Comparing the fields</p>;
  const { vanished, appeared, from } = data;
  if (vanished.length + appeared.length === 0)
    return <p>The platform sends the same fields as in payload {from}, the last accepted one before this.</p>;
  return (
    <div className="grid gap-3">
      <Renamed fields={data} />
      <Changed fields={data} />
    </div>
  );
}

function Renamed({ fields: { renamed } }: { fields: PayloadFields }) {
  if (renamed.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="Fields that were probably renamed">
      {renamed.map(({ from, to, why }) => (
        <li key={from} className="break-words" data-renamed={from}>
          <code>{from}</code> was probably renamed to <code>{to}</code>.{' '}
          <span className="text-(--soft)">{why}</span>
        </li>
      ))}
    </ul>
  );
}

/** The number of rows to show at most: a menu with more changes is of an entirely different kind. */
const ROWS_MAX = 20;

function Changed({ fields: { vanished, appeared, from, to: id } }: { fields: PayloadFields }) {
  const rows = [
    ...vanished.map((field) => ({ ...field, what: 'gone' })),
    ...appeared.map((field) => ({ ...field, what: 'new' })),
  ];
  const hidden = rows.length - ROWS_MAX;
  return (
    <>
      <TableFrame label="Fields that are gone or new">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">What</th>
            <th scope="col">Such as</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MAX).map(({ path, what, why, example }) => (
            <tr key={`${what} ${path}`}>
              <td className="break-all">
                <code>{path}</code>
              </td>
              <td>
                {what}: {why}
              </td>
              <td className="break-all">{example}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      <p className="text-sm text-(--soft)">
        Beside payload {from}, the last accepted one before this.
        {hidden > 0 ? (
          <>
            {' '}
            <CommandLine words={`payloads fields ${id}`} /> shows {inDigits(hidden)} more.
          </>
        ) : null}
      </p>
    </>
  );
}
