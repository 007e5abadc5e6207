import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section } from '../parts/section.tsx';
import { ScaleForm } from './scale-form.tsx';
import { isOutside, useReplicas } from './use-replicas.ts';

/** Shows the number of worker pods and the form that scales them. */
export function Scale() {
  const { data, error, refetch } = useReplicas();
  if (isOutside(error)) return <p className="text-sm text-(--soft)">Scaling is off here. {error.message}</p>;
  if (data === undefined)
    return error === null ? null : <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const { statefulset, namespace, current, desired, ready } = data;
  const counts = [
    ['Desired', inDigits(desired)],
    ['Existing', inDigits(current)],
    ['Ready', ready === null ? 'unknown' : inDigits(ready)],
  ] as const;
  return (
    <Section
      id="scale"
      title="Pods in Kubernetes"
      aside={
        <>
          <code>{statefulset}</code> in <code>{namespace}</code>
        </>
      }
    >
      {error === null ? null : <ProblemNotice error={error} onRetry={() => void refetch()} />}
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <dl className="flex gap-6">
          {counts.map(([name, count]) => (
            <div key={name}>
              <dt className="text-sm text-(--soft)">{name}</dt>
              <dd data-pods={name.toLowerCase()} className="text-2xl font-semibold tabular-nums">
                {count}
              </dd>
            </div>
          ))}
        </dl>
        <ScaleForm replicas={data} />
      </div>
    </Section>
  );
}
