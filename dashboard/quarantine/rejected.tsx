import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { useLiveEvents } from '../server/live-events.ts';
import { listRejected } from '../server/payloads-api.ts';
import { CrawlAgain } from './crawl-again.tsx';
import { REJECTED_KEY } from './quarantine-query.ts';

const ASK_EVERY_MS = 5_000;

/** How many stores are named. */
const NAMED_MAX = 20;

/** Shows the stores whose newest menus were rejected, so that the catalog keeps an older one, and offers to crawl them again. */
export function Rejected({ whyNot }: { whyNot: string | null }) {
  const { data: payloads = [] } = useQuery({ queryKey: [REJECTED_KEY], queryFn: listRejected });
  // The first payload of a store is its newest.
  const stores = [...Map.groupBy(payloads, ({ dispensary_id: id }) => id).values()].flatMap(
    ([first]) => first ?? [],
  );
  // A store leaves the list when a crawl of it ends.
  useLiveEvents([{ key: REJECTED_KEY, everyMs: ASK_EVERY_MS }], {
    isEnabled: stores.length > 0,
    types: ['task'],
  });
  if (stores.length === 0) return null;
  return (
    <Section
      id="rejected"
      title="Rejected, and not crawled since"
      aside={`${inDigits(stores.length)} ${stores.length === 1 ? 'store keeps' : 'stores keep'} an older menu`}
    >
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {stores
          .slice(0, NAMED_MAX)
          .map(({ id, dispensary_id: store, dispensary_name: name, decided_at: at }) => (
            <li key={id}>
              <Link to="/dispensaries/$id" params={{ id: String(store) }}>
                {name}
              </Link>
              {at === null ? null : (
                <span className="text-(--soft)">
                  , rejected <Moment at={at} />
                </span>
              )}
            </li>
          ))}
        {stores.length > NAMED_MAX ? <li>and {inDigits(stores.length - NAMED_MAX)} more</li> : null}
      </ul>
      <CrawlAgain stores={stores.map(({ dispensary_id: id }) => id)} whyNot={whyNot} />
    </Section>
  );
}
