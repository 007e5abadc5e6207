import type { Generated } from 'kysely';
import type { DefaultedTime, OptionalTime } from './column-types.ts';

/** The logos of brands. */
export interface BrandLogosTable {
  id: Generated<number>;
  brand_name: string;
  image_url: string;
  local_image_path: string | null;
  image_failures: Generated<number>;
  image_error: string | null;
  image_failed_at: OptionalTime;
  image_run_id: number | null;
  first_seen_at: DefaultedTime;
}

/** The files of images, which several products may share. */
export interface ImageFilesTable {
  id: Generated<number>;
  url: string;
  path: string | null;
  claimed_until: OptionalTime;
  saved_at: OptionalTime;
}
