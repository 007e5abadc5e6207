import { sql } from 'kysely';
import type { LiveWorld } from './crawl-world.ts';

/**
 * Expires the claims of killed processes at once instead of after two minutes: claims on downloads of pictures and on requests under a
 * key. Claims of live processes expire too; this loses nothing, but work may be done twice.
 */
export async function expireClaims({ db }: Pick<LiveWorld, 'db'>): Promise<void> {
  await sql`update image_files set claimed_until = now() - interval '1 second' where path is null`.execute(
    db,
  );
  await sql`update api_idempotency set taken_at = now() - interval '1 hour' where status is null`.execute(db);
}
