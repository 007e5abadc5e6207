/** Default names of workers without WORKER_NAMES: easier to tell apart than ids. */
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

/** A name in the registry, and whether its worker is alive. */
export interface NameHolder {
  name: string;
  isLive: boolean;
}

export interface NameOptions {
  names: readonly string[];
  /** The worker's previous name, if known. */
  former: string | null;
  /** The worker's fixed position, from 0, if its pod is numbered. */
  place: number | null;
  /** All other names in the registry, the longest silent first. */
  others: readonly NameHolder[];
}

/**
 * Chooses a worker's name: its previous one, else that of its position, else an unused one, else the one whose holder has been
 * gone for longest. The name of a live worker is never taken; when all are taken, they are reused with a number.
 */
export function chooseWorkerName({ names, former, place, others }: NameOptions): string {
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

/** Returns the name at a position. After the last name, the names repeat with a number: `Xylos 2`. */
function nameAt(names: readonly string[], place: number): string {
  const name = names[place % names.length] as string;
  const round = Math.floor(place / names.length);
  return round === 0 ? name : `${name} ${round + 1}`;
}

/**
 * Returns the position of a worker in a numbered pod, such as those of a StatefulSet; null for workers in other pods.
 * @param podName such as `crawlchain-worker-3`
 * @param slot which of the pod's workers, from 0
 */
export function placeOf(podName: string, slot: number, workersPerPod: number): number | null {
  const ordinal = /-(\d{1,4})$/.exec(podName)?.[1];
  return ordinal === undefined ? null : Number(ordinal) * workersPerPod + slot;
}
