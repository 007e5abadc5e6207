import type { Tone } from './tone.ts';

const PATHS: Record<Tone, string> = {
  good: 'M5 10.5l3.5 3.5L15 6.5',
  degraded: 'M10 5v6M10 14v1.2',
  bad: 'M6 6l8 8M14 6l-8 8',
  neutral: 'M6 10h8',
};

const TEXT_TONES: Record<Tone, string> = {
  good: 'text-(--good)',
  degraded: 'text-(--warn)',
  bad: 'text-(--bad)',
  neutral: 'text-(--soft)',
};

export const SURFACE_TONES: Record<Tone, string> = {
  good: 'bg-(--good-surface) text-(--good)',
  degraded: 'bg-(--warn-surface) text-(--warn)',
  bad: 'bg-(--bad-surface) text-(--bad)',
  neutral: 'bg-(--sunken) text-(--soft)',
};

/** Shows a state as a tick, an exclamation mark, a cross or a dash in a circle. */
export function Sign({ tone, size = 20 }: { tone: Tone; size?: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
      className={`shrink-0 ${TEXT_TONES[tone]}`}
    >
      <circle cx="10" cy="10" r="9" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d={PATHS[tone]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** Shows a word on a coloured background. @param shown.title the meaning of the word, shown on hover */
export function Badge({ tone, title, children }: { tone: Tone; title?: string; children: string }) {
  return (
    <span
      title={title}
      className={`inline-block rounded px-1.5 py-0.5 text-xs font-semibold ${SURFACE_TONES[tone]}`}
    >
      {children}
    </span>
  );
}
