import { useInfiniteQuery } from '@tanstack/react-query';
import { inKilobytes } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section, TableFrame } from '../parts/section.tsx';
import { listJobFiles, type JobDetail } from '../server/api-client.ts';

const FILES_KEY = 'job-files';
const WHILE_RUNNING_MS = 5_000;

/** Lists the files that a job has stored, by name, to be saved; nothing if there are none. */
export function JobFiles({ job: { id, status, completed_at: endedAt } }: { job: JobDetail }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    // A job gets files only while it runs, so its status and end tell when to read them again.
    queryKey: [FILES_KEY, id, status, endedAt],
    queryFn: ({ pageParam: cursor }) => listJobFiles(id, cursor),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchInterval: status === 'running' ? WHILE_RUNNING_MS : false,
  });
  if (error !== null && data === undefined)
    return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const files = data?.pages.flatMap(({ items }) => items) ?? [];
  if (files.length === 0) return null;
  return (
    <Section id="files" title="Files">
      <TableFrame label="Files of the job">
        <thead>
          <tr>
            {['Name', 'Size', 'Type', 'From'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.map(({ name, bytes, content_type: type, source, sha256 }) => (
            <tr key={name}>
              <td className="break-all">
                <a
                  href={`/api/jobs/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`}
                  title={`SHA-256 ${sha256}`}
                  download={name}
                >
                  {name}
                </a>
              </td>
              <td>{inKilobytes(bytes)}</td>
              <td>{type}</td>
              <td className="break-all">{source ?? 'made by the job'}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {hasNextPage ? (
        <button
          type="button"
          className="button mt-3"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading' : 'Show more'}
        </button>
      ) : null}
    </Section>
  );
}
