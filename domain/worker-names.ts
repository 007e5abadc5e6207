/** Names of workers, where WORKER_NAMES has no others: easier to tell apart than ids. */
export const DEFAULT_WORKER_NAMES = [
  'Aethelgard',
  'Xylos',
  'Kryll',
  'Vorhane',
  'Thessaly',
  'Ombrix',
  'Drakmoor',
  'Ysolde',
  'Quorrin',
  'Nethys',
  'Balfrost',
  'Sarkhan',
  'Elowyn',
  'Zephrix',
  'Morvaine',
  'Tarquil',
  'Ishkara',
  'Brannoch',
  'Fenwyrd',
  'Lyrax',
  'Corvath',
  'Ondreth',
  'Pyxaris',
  'Galdrun',
  'Hesperon',
  'Jorvik',
  'Ulthane',
  'Wyndle',
  'Rhaxas',
  'Caldera',
  'Azmareth',
  'Eidryn',
  'Skarn',
  'Tolveth',
  'Mirelle',
  'Obsidra',
  'Varnok',
  'Zanthe',
  'Kelmorra',
  'Dunwyck',
];

/** A name of the registry, and whether its worker lives. */
export interface NameHolder {
  name: string;
  isLive: boolean;
}

export interface NameWish {
  names: readonly string[];
  /** What the worker was called before, if it is known. */
  former: string | null;
  /** The place that is the worker's own, from 0, where its pod has a number. */
  place: number | null;
  /** Everyone else in the registry, the longest silent first. */
  others: readonly NameHolder[];
}

/**
 * Chooses a worker's name: its former one, else that of its place, else one that nobody has had, else the one whose
 * holder has been gone for longest. Nobody gets the name of a worker that lives; when all are taken, they go round with
 * a number.
 */
export function chooseWorkerName({ names, former, place, others }: NameWish): string {
  const taken = new Set(others.filter(({ isLive }) => isLive).map(({ name }) => name));
  const known = others.map(({ name }) => name);
  const isOurs = (name: string) => names.includes(name.replace(/ \d+$/, ''));
  const wished = [
    ...(former !== null && isOurs(former) ? [former] : []),
    ...(place === null ? [] : [nameAt(names, place)]),
    ...names.filter((name) => !known.includes(name)),
    ...known.filter((name) => names.includes(name)),
    ...Array.from({ length: others.length + 1 }, (_, index) => nameAt(names, names.length + index)),
  ];
  return wished.find((name) => !taken.has(name)) as string;
}

/** The names in their order, and then again with a number. */
function nameAt(names: readonly string[], place: number): string {
  const name = names[place % names.length] as string;
  const round = Math.floor(place / names.length);
  return round === 0 ? name : `${name} ${round + 1}`;
}

/**
 * The place of a worker whose pod has a number, as pods of a StatefulSet do; null for others.
 * @param podName such as `crawlchain-worker-3`
 * @param slot which of the pod's workers, from 0
 */
export function placeOf(podName: string, slot: number, workersPerPod: number): number | null {
  const ordinal = /-(\d{1,4})$/.exec(podName)?.[1];
  return ordinal === undefined ? null : Number(ordinal) * workersPerPod + slot;
}
