import { sql } from 'kysely';
import type { LiveWorld } from './crawl-world.ts';

/**
 * Ends what killed processes have claimed at once, and not after two minutes: downloads of pictures, and requests under a key. A
 * live one whose claim is ended too loses nothing by it; what it does may be done a second time.
 */
export async function expireClaims({ db }: Pick<LiveWorld, 'db'>): Promise<void> {
  await sql`update image_files set claimed_until = now() - interval '1 second' where path is null`.execute(
    db,
  );
  await sql`update api_idempotency set taken_at = now() - interval '1 hour' where status is null`.execute(db);
}
