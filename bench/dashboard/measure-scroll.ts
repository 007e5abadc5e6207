import type { Page } from 'puppeteer';
import { quantile, round } from '../measurement.ts';

/** Wheel steps, and the distance of each. */
const STEPS = 200;
const STEP_PX = 400;

/** Records the time of each frame. */
const NOTE_FRAMES = `
  window.frames_ms = [];
  const note = (ms) => {
    frames_ms.push(ms);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
`;

/**
 * Measures how smoothly a long list scrolls: the time between frames, while a wheel turns 200 steps down and 200 up.
 * @param page with the list, slowed down
 */
export async function measureScroll(page: Page): Promise<Record<string, number>> {
  await page.evaluate('scrollTo(0, 0)');
  await page.mouse.move(700, 600);
  await page.evaluate(NOTE_FRAMES);
  for (const deltaY of [STEP_PX, -STEP_PX])
    for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel({ deltaY });
  const at = (await page.evaluate('frames_ms')) as number[];
  const gaps = at.slice(1).map((ms, place) => ms - (at[place] ?? ms));
  return {
    'scroll frames': gaps.length,
    'scroll frameMs p50': round(quantile(gaps, 0.5), 0),
    'scroll frameMs p95': round(quantile(gaps, 0.95), 0),
    'scroll frameMs slowest': round(quantile(gaps, 1), 0),
  };
}
