import { Link } from '@tanstack/react-router';
import { ActionButton } from '../parts/action-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { inDigits } from '../parts/locale.ts';
import { Moment, useNow } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { Badge } from '../parts/sign.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import type { PlatformPace } from '../server/platforms-api.ts';
import { OPEN } from '../tasks/search-keys.ts';
import { searchOf } from '../tasks/search-words.ts';
import { describeLatency, describeLimits, describeSpeed, stateOf } from './describe-pace.ts';

/** What a user may do to a platform. */
export type PlatformAction = 'stop' | 'start' | 'limits';

interface PlatformCardShown {
  pace: PlatformPace;
  /** Why the user may not act; null: they may. */
  whyNot: string | null;
  onAct: (action: PlatformAction) => void;
}

/** Shows whether a platform is requested, how fast, and what slows it down. */
export function PlatformCard({ pace, whyNot, onAct }: PlatformCardShown) {
  const { target, stopped_at: stoppedAt } = pace;
  const { tone, word } = stateOf(pace);
  const button = (action: PlatformAction, text: string) => (
    <ActionButton
      whyNot={whyNot}
      hint="Asks before anything is done."
      about={target}
      onClick={() => onAct(action)}
    >
      {text}
    </ActionButton>
  );
  return (
    <Section
      id={target}
      title={target}
      aside={
        <>
          <Badge tone={tone}>{word}</Badge>
          {stoppedAt === null ? button('stop', 'Stop') : button('start', 'Start')}
          {button('limits', 'Limits')}
        </>
      }
    >
      <WhyNot
        of={[
          [stoppedAt === null ? 'Stop' : 'Start', whyNot],
          ['Limits', whyNot],
        ]}
      />
      <State pace={pace} />
      <PaceFacts pace={pace} />
    </Section>
  );
}

/** Shows the limits of a platform, and its current speed and waiting requests. */
function PaceFacts({ pace }: { pace: PlatformPace }) {
  return (
    <Facts
      facts={[
        ['Limits', describeLimits(pace)],
        ['Speed', describeSpeed(pace)],
        ['Requests', `${inDigits(pace.under_way)} under way, ${inDigits(pace.waiting)} wait for their turn`],
        ['Answers', describeLatency(pace)],
        [
          'robots.txt',
          pace.crawl_delay_ms === 0
            ? null
            : `demands ${inDigits(pace.crawl_delay_ms / 1000)} s between requests`,
        ],
        [
          'Tasks',
          <Link
            key="tasks"
            to="/tasks"
            search={{ q: searchOf({ platform: pace.target, status: OPEN.tasks.join(',') }) }}
          >
            open tasks
          </Link>,
        ],
      ]}
    />
  );
}

/** Says why a platform is not requested now. */
function State({ pace }: { pace: PlatformPace }) {
  const { stopped_at: stoppedAt, stopped_because: because, waits_until: waitsUntil, breaker } = pace;
  return (
    <div className="mb-3 grid gap-1 text-sm empty:hidden">
      {stoppedAt === null ? null : (
        <p>
          Stopped <Moment at={stoppedAt} />
          {because === null || because === '' ? '' : `: ${because}`}. Its tasks wait until it is started.
        </p>
      )}
      {breaker === null ? null : (
        <p>
          It began to refuse every proxy <Moment at={breaker.opened_at} />: {inDigits(breaker.openings)}{' '}
          {breaker.openings === 1 ? 'pause' : 'pauses'} so far.{' '}
          <NextTry breaker={breaker} isStopped={stoppedAt !== null} />
          {breaker.last_refusal === null ? '' : ` What it answered last: ${breaker.last_refusal}`}
        </p>
      )}
      {waitsUntil === null ? null : (
        <p>
          It asked with <code>Retry-After</code> to be left alone; the next request is sent{' '}
          <Moment at={waitsUntil} />.
        </p>
      )}
    </div>
  );
}

interface NextTryShown {
  breaker: NonNullable<PlatformPace['breaker']>;
  /** True: no worker sends a request. */
  isStopped: boolean;
}

/** Says when a platform that refuses every proxy is tried again. */
function NextTry({ breaker: { being_tried: isTried, open_until: until }, isStopped }: NextTryShown) {
  const now = useNow();
  if (isStopped) return null;
  if (isTried) return 'A single request tries it now.';
  if (Date.parse(until) <= now) return 'The next request tries it.';
  return (
    <>
      A single request tries it <Moment at={until} />.
    </>
  );
}
