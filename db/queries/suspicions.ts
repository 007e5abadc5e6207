/** SQL: the suspicion of a payload. Those that earlier versions wrote down have no samples. */
export const WITH_SAMPLES = `'{"samples": []}'::jsonb || suspicion`;
