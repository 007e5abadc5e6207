/** The names by which a job type is found. */
interface Titled {
  name: string;
  title?: string;
}

/** The type that runs when no type has the requested title, if the caller asks for that. */
export const FALLBACK_TYPE = 'default';

/** Returns the title of a job type; without one of its own, its name in words: `scrape_account` is `Scrape account`. */
export function jobTitle({ name, title }: Titled): string {
  return title ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** Whether a job type has this title or name. Case, and spaces around it, do not matter. */
export function isTitled(type: Titled, wanted: string): boolean {
  const text = wanted.trim().toLowerCase();
  return text === jobTitle(type).trim().toLowerCase() || text === type.name;
}
