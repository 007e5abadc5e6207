import { z } from 'zod';
import { defineJobType } from '../jobs/job-type.ts';

// Defines a custom job type, for JOB_TYPES: `scrape_account` saves the posts of an account, page by page, as the site sends them.

const payload = z.strictObject({
  /** Responds to `?account=…&page=1` with `{"posts": […], "pages": 12}`. */
  feed_url: z.url({ protocol: /^https$/ }),
  scrape_type: z.enum(['full', 'newest']).default('newest'),
});

const answer = z.object({ posts: z.array(z.unknown()), pages: z.int().min(1) });

/** The progress of an attempt, from which the next one continues. */
const progress = z.object({ page: z.int(), pages: z.int(), posts: z.int() });

export const jobTypes = [
  defineJobType({
    name: 'scrape_account',
    about: 'Keeps the posts of an account as files, a page each.',
    payload,
    async run(job) {
      const { feed_url: feedUrl, scrape_type: scrapeType } = job.payload;
      const done = progress.safeParse(job.cursor).data ?? { page: 0, pages: 1, posts: 0 };
      await job.withSession(async (session) => {
        while (done.page < done.pages) {
          const url = new URL(feedUrl);
          url.searchParams.set('account', job.account ?? '');
          url.searchParams.set('page', String(done.page + 1));
          const page = answer.parse(await session.askJson({ method: 'GET', url: url.href, headers: [] }));
          await job.saveFile(`page-${done.page + 1}.json`, Buffer.from(JSON.stringify(page.posts)));
          if (scrapeType === 'full') done.pages = page.pages;
          done.page += 1;
          done.posts += page.posts.length;
          job.report({
            percent: (done.page / done.pages) * 100,
            message: `${done.page} of ${done.pages} pages`,
            cursor: done,
          });
        }
      });
      return { pages: done.page, posts: done.posts };
    },
  }),
];
