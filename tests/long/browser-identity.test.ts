import { expect, test } from 'vitest';
import { openBrowser } from '../support/open-browser.ts';
import { startBrowserSite, type BrowserSite } from '../support/browser-site.ts';

interface Reported {
  userAgent: string;
  brands: { brand: string; version: string }[];
  fullVersions: { brand: string; version: string }[];
  platform: string;
  languages: string[];
  timeZone: string;
  screen: [number, number];
  inner: [number, number];
  isAutomated: boolean;
  worker: { userAgent: string; languages: string[]; timeZone: string };
}

const PAGE = `<!DOCTYPE html><title>Menu</title><img src="/picture.png"><script>
const tell = () => ({ userAgent: navigator.userAgent, languages: navigator.languages,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
const worker = new Worker(URL.createObjectURL(new Blob(['postMessage((' + tell + ')())'])));
worker.onmessage = async ({ data }) => {
  const hints = await navigator.userAgentData.getHighEntropyValues(['fullVersionList']);
  await fetch('/report', { method: 'POST', body: JSON.stringify({ ...tell(), worker: data,
    brands: navigator.userAgentData.brands, fullVersions: hints.fullVersionList, platform: hints.platform,
    screen: [screen.width, screen.height], inner: [innerWidth, innerHeight], isAutomated: navigator.webdriver }) });
};
</script>`;

/** Opens a session for a store. @returns what the session's page and the server saw of the browser */
async function lookAt(purpose: { stateCode: string | null; attemptKey: string }) {
  const reports: Reported[] = [];
  const site = await startBrowserSite((request, response) => {
    if (request.url === '/report') {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        reports.push(JSON.parse(body) as Reported);
        response.end('{}');
      });
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  });
  const { session } = await openBrowser(site.proxy, {
    pageUrl: 'https://store.test/menu',
    exitAddressUrl: 'https://echo.test/',
    trustedSpki: site.caSpkiSha256,
    purpose,
  });
  return { site, session, report: reports[0]! };
}

const requestFor = (site: BrowserSite, url: string) => site.seen.find((request) => request.url === url)!;

test('a browser claims its own version, in its agent, its client hints and its workers alike', async () => {
  const { site, session, report } = await lookAt({ stateCode: 'AZ', attemptKey: 'a/1/1' });
  const [, major = ''] = /Chrome\/(\d+)\.0\.0\.0 Safari\/537\.36$/.exec(report.userAgent) ?? [];
  expect(Number(major)).toBeGreaterThan(140);
  expect(JSON.stringify([site.seen, report])).not.toContain('Headless');
  expect(session.identity.profile.name).toBe(`chrome-${major}-linux`);
  const chrome = report.brands.find(({ brand }) => brand === 'Google Chrome');
  const chromium = report.brands.find(({ brand }) => brand === 'Chromium');
  expect([chrome?.version, chromium?.version, report.brands.length]).toEqual([major, major, 3]);
  expect(report.fullVersions.find(({ brand }) => brand === 'Chromium')?.version).toMatch(
    new RegExp(String.raw`^${major}\.\d+\.\d+\.\d+$`),
  );
  expect(report.platform).toBe('Linux');
  expect(report.isAutomated).toBe(false);
  expect(report.worker).toEqual({
    userAgent: report.userAgent,
    languages: report.languages,
    timeZone: report.timeZone,
  });
  for (const url of ['/menu', '/report']) {
    const { headers } = requestFor(site, url);
    expect(headers['user-agent']).toBe(report.userAgent);
    expect(headers['sec-ch-ua']).toBe(
      report.brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', '),
    );
    expect(headers['sec-ch-ua-platform']).toBe('"Linux"');
  }
});

test('language and time zone are those of the store’s place, in the header and in the page', async () => {
  const places: [stateCode: string, timeZone: string, language: RegExp][] = [
    ['AZ', 'America/Phoenix', /^en-US/],
    ['NJ', 'America/New_York', /^en-US/],
    ['ON', 'America/Toronto', /^en-CA/],
  ];
  for (const [stateCode, timeZone, language] of places) {
    const { site, report } = await lookAt({ stateCode, attemptKey: `${stateCode}/1/1` });
    expect(report.timeZone).toBe(timeZone);
    expect(report.languages[0]).toMatch(language);
    const header = requestFor(site, '/menu').headers['accept-language']!;
    expect(header.split(',').map((part) => part.split(';')[0])).toEqual(report.languages);
    expect(header).toMatch(/^en-[A-Z]{2}(,[a-z]{2}(-[A-Z]{2})?;q=0\.[0-9])*$/);
    expect(requestFor(site, '/report').headers['accept-language']).toBe(header);
  }
});

test('sessions differ in screen and languages by their seed, and equal seeds are equal', async () => {
  const looks: string[] = [];
  for (const attemptKey of ['a/1/1', 'b/1/1', 'f/1/1', 'a/1/1']) {
    const { report } = await lookAt({ stateCode: 'AZ', attemptKey });
    expect(report.inner[0]).toBe(report.screen[0]);
    expect(report.inner[1]).toBeLessThan(report.screen[1]);
    looks.push(JSON.stringify([report.screen, report.languages]));
  }
  expect(looks[3]).toBe(looks[0]);
  expect(new Set(looks).size).toBe(3);
});

test('pictures stay out, to spare the proxy’s bytes', async () => {
  const { site } = await lookAt({ stateCode: 'AZ', attemptKey: 'a/1/1' });
  expect(site.seen.map(({ url }) => url)).not.toContain('/picture.png');
});
