import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeDispensary } from '../frame/palette-entries.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Badge } from '../parts/sign.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import type { Dispensary } from '../server/dispensaries-api.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { crawlStateOf } from './describe-dispensary.ts';
import { CrawlAgainDialog, StopCrawlingDialog } from './switch-crawls-dialog.tsx';

const IS_OFF = 'Its crawls are switched off. Crawl again switches them on.';

const DIALOGS = { stop: StopCrawlingDialog, again: CrawlAgainDialog };

interface HeadShown {
  store: Dispensary;
  onDone: () => Promise<void>;
}

/** The name of a dispensary, whether it is crawled, and the buttons that change that. */
export function DispensaryHead({ store, onDone }: HeadShown) {
  const { data: session } = useSession();
  const navigate = useNavigate();
  const [asked, ask] = useState<keyof typeof DIALOGS | null>(null);
  const whyNot = whyNotOperate(session);
  const { tone, word } = crawlStateOf(store);
  const verb = store.crawl_enabled ? 'Stop crawling' : 'Crawl again';
  const whyNotNow = whyNot ?? (store.crawl_enabled ? null : IS_OFF);
  // Not chosen by `crawl_enabled`: the change arrives before the dialog has closed.
  const Dialog = asked === null ? null : DIALOGS[asked];
  return (
    <header className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="min-w-0 text-xl font-semibold break-words">{store.name}</h1>
      <Badge tone={tone}>{word}</Badge>
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        <ActionButton
          whyNot={whyNot}
          hint="Asks before anything is done."
          onClick={() => ask(store.crawl_enabled ? 'stop' : 'again')}
        >
          {verb}
        </ActionButton>
        <ActionButton
          whyNot={whyNotNow}
          hint="Opens the form of a new task, filled in."
          onClick={() =>
            void navigate({
              to: '/tasks',
              search: { ask: 'create', for: `${store.id}: ${describeDispensary(store)}` },
            })
          }
        >
          Crawl now
        </ActionButton>
      </div>
      <WhyNot
        of={[
          [verb, whyNot],
          ['Crawl now', whyNotNow],
        ]}
      />
      {Dialog === null ? null : <Dialog store={store} onDone={onDone} onClose={() => ask(null)} />}
    </header>
  );
}
