/** The scopes of API keys: read; start and steer work; everything. Each includes the previous ones. */
export const SCOPES = ['read', 'operate', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a key with the scope `scope` may do something that requires the scope `needed`. */
export function allows(scope: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(needed);
}

/** The longest name of a key, in characters. */
export const KEY_NAME_LENGTH_MAX = 100;

/** The longest validity of a key, in seconds: ten years. */
export const KEY_SECONDS_MAX = 3_650 * 86_400;
