import type { Licence } from '../places.ts';
import type { EventKind, StoreNeed } from './event-kind.ts';

/** Changes of what a store may sell. */
export const LICENCE_EVENTS: readonly EventKind[] = [
  {
    name: 'goes-recreational',
    about: 'A medical store may sell recreationally too: recreational prices appear.',
    frequency: 'rare',
    ends: false,
    ...changeLicence({ from: 'medical', to: 'both', needs: 'that sells medically only' }),
  },
  {
    name: 'drops-medical',
    about: 'A store stops selling medically: medical prices are gone.',
    frequency: 'rare',
    ends: false,
    ...changeLicence({ from: 'both', to: 'recreational', needs: 'that sells both ways' }),
  },
];

interface LicenceChange {
  from: Licence;
  to: Licence;
  /** The stores to which this can happen, in words that follow "a store". */
  needs: string;
}

function changeLicence({ from, to, needs }: LicenceChange): Pick<
  EventKind,
  'changeMenu' | 'changeProfile'
> & {
  needs: StoreNeed;
} {
  return {
    needs: { description: needs, isMet: ({ profile }) => profile.place.licence === from },
    changeProfile: (profile) => ({ ...profile, place: { ...profile.place, licence: to } }),
    changeMenu: (menu) => menu.map((state) => ({ ...state, plan: { ...state.plan, licence: to } })),
  };
}
