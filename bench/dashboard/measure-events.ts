import type { Browser, Page } from 'puppeteer';
import type { Db } from '../../db/connect.ts';
import { quantile, round } from '../measurement.ts';
import { beginOne, endOne } from './live-work.ts';
import { openPage } from './open-page.ts';

const EVENTS = 40;

const SHOWN_MS_MAX = 20_000;

/** Waits for a text in a row or in the page's head, and returns when it appeared. */
const watch = (task: string, text: string) => `new Promise((done, fail) => {
  setTimeout(() => fail(new Error('Not shown: ' + document.body.innerText)), ${SHOWN_MS_MAX});
  const isThere = () => document.querySelector('${task}')?.innerText.includes('${text}') && done(Date.now());
  new MutationObserver(isThere).observe(document.body, { subtree: true, childList: true, characterData: true });
  isThere();
})`;

/**
 * Measures the delay from the commit of a run's end until the list of tasks and the task's own page show the end, while other
 * runs begin and end.
 */
export async function measureVisible(browser: Browser, url: string, db: Db): Promise<Record<string, number>> {
  const { page, close } = await openPage(browser, 1);
  const inList: number[] = [];
  const onPage: number[] = [];
  for (let number = 0; number < EVENTS; number += 1) {
    const run = await beginOne(db);
    const isOnList = number % 2 === 0;
    const task = await taskOf(url, run.runId);
    await page.goto(isOnList ? `${url}/tasks?q=store:${task.store}` : `${url}/tasks/${task.id}`);
    await page.waitForFunction(
      isOnList ? "document.querySelector('tbody tr')" : "document.querySelector('#facts')",
    );
    // Waits for the steady state: updates during the page's load are not measured.
    await page.waitForFunction("document.body.innerText.includes('running')");
    const selector = isOnList ? `tr[data-run="${task.id}"]` : 'main header';
    const ms = await untilShown(page, { selector, end: () => endOne(db, run) });
    (isOnList ? inList : onPage).push(ms);
  }
  await close();
  return { ...figuresOf('list', inList), ...figuresOf('task', onPage) };
}

async function untilShown(
  page: Page,
  { selector, end }: { selector: string; end: () => Promise<number> },
): Promise<number> {
  const shown = page.evaluate(watch(selector, 'completed')) as Promise<number>;
  const committedMs = await end();
  return (await shown) - committedMs;
}

async function taskOf(url: string, runId: string): Promise<{ id: string; store: number }> {
  const { items } = (await (await fetch(`${url}/api/tasks?status=running&limit=50`)).json()) as {
    items: { id: string; run_id: string; dispensary_id: number }[];
  };
  const task = items.find((one) => one.run_id === runId);
  if (task === undefined) throw new Error(`The API does not list the run ${runId}.`);
  return { id: task.id, store: task.dispensary_id };
}

function figuresOf(place: string, times: number[]): Record<string, number> {
  return {
    [`visibleMs ${place} p50`]: round(quantile(times, 0.5), 0),
    [`visibleMs ${place} slowest of ${times.length}`]: round(quantile(times, 1), 0),
  };
}
