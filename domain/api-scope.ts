/** What an API key allows: to look, to start and steer work, or everything. Each allows what the ones before it do. */
export const SCOPES = ['read', 'operate', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a key of one scope allows what takes another. */
export function allows(scope: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(needed);
}

/** The longest name of a key, in characters. */
export const KEY_NAME_LENGTH_MAX = 100;

/** The longest time for which a key is made: ten years. */
export const KEY_SECONDS_MAX = 3_650 * 86_400;
