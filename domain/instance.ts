/** A part of an installation: a database, a Temporal namespace or an API. */
export interface InstancePlace {
  /** The id of the installation; null if the place has none. */
  id: string | null;
  /** What and where it is, such as `the database at db:5432/crawlchain`; never with a password. */
  place: string;
}

/** Thrown when servers belong to different installations; the message names both ids and both addresses. */
export class OtherInstance extends Error {
  override name = 'OtherInstance';
}

/** `unmarked`: the database or the namespace has no id; `unwanted`: the database does not have the required id. */
export type InstanceComparison = 'same' | 'unmarked' | 'other' | 'unwanted';

interface InstanceIds {
  /** The id of the database; null if it has none. */
  database: string | null;
  /** The id of the namespace; null if it has none, undefined if it is not compared. */
  temporal: string | null | undefined;
  /** The required id, which is INSTANCE_ID; undefined if any id of the database will do. */
  wanted?: string | undefined;
}

/** Compares the ids of a database and a Temporal namespace, to tell whether both belong to the same installation. */
export function compareInstances({ database, temporal, wanted }: InstanceIds): InstanceComparison {
  if (database === null) return 'unmarked';
  if (wanted !== undefined && wanted !== database) return 'unwanted';
  if (temporal === null) return 'unmarked';
  return temporal === undefined || temporal === database ? 'same' : 'other';
}

interface Instances {
  database: InstancePlace;
  /** The namespace; null if it is not compared. */
  temporal: InstancePlace | null;
  wanted: string | undefined;
}

/**
 * Checks that the database and the Temporal namespace belong to the same installation.
 * @throws OtherInstance
 */
export function refuseOtherInstance({ database, temporal, wanted }: Instances): void {
  const comparison = compareInstances({ database: database.id, temporal: temporal?.id, wanted });
  if (comparison === 'same') return;
  if (comparison === 'unwanted') return refuseUnwanted(database, wanted);
  if (database.id === null || temporal === null)
    throw new OtherInstance(
      `${capitalized(database.place)} has no instance id. Run \`npm run migrate\` to create it.`,
    );
  throw new OtherInstance(
    comparison === 'unmarked'
      ? `${capitalized(temporal.place)} has no instance id, so it may belong to another installation than ${database.place}, whose id is ${database.id}. ` +
          'If it is theirs, `npm run setup:temporal` writes the id to it, once.'
      : `${capitalized(temporal.place)} belongs to instance ${temporal.id}, and ${database.place} to instance ${database.id}. ` +
          'DATABASE_URL, TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE have to name servers of one installation: docs/reference/instances.md.',
  );
}

/**
 * Checks that a place has the expected id.
 * @throws OtherInstance
 */
export function refuseUnwanted({ id, place }: InstancePlace, wanted: string | undefined): void {
  if (wanted === undefined || wanted === id) return;
  const carries = id === null ? 'has no instance id' : `belongs to instance ${id}`;
  throw new OtherInstance(
    `${capitalized(place)} ${carries}, but ${wanted} is expected (INSTANCE_ID, or the option \`instanceId\` in TypeScript).`,
  );
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
