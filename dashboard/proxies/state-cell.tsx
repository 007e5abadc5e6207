import { Moment, useNow } from '../parts/moment.tsx';
import { Badge } from '../parts/sign.tsx';
import type { Tone } from '../parts/tone.ts';
import type { Proxy } from '../server/proxies-api.ts';
import { STATE_MEANINGS, stateOf, type State } from './proxy-search.ts';

const TONES: Record<State, Tone> = { active: 'good', resting: 'degraded', disabled: 'neutral' };

/** A proxy's state, and until when and why it rests. */
export function StateCell({ proxy }: { proxy: Proxy }) {
  const { cooldown_until: until, cooldowns, cooling_because: because } = proxy;
  const state = stateOf(proxy);
  const now = useNow();
  return (
    <div className="grid gap-0.5">
      <span>
        <Badge tone={TONES[state]} title={STATE_MEANINGS[state]}>
          {state}
        </Badge>
      </span>
      {state !== 'resting' || until === null ? null : (
        <span>
          {Date.parse(until) > now ? 'until' : 'its rest ended'} <Moment at={until} />
          {cooldowns > 1 ? <span className="text-(--soft)">, rest {cooldowns} in a row</span> : null}
        </span>
      )}
      {because}
    </div>
  );
}
