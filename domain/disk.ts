/** The disk of a folder, as a worker reports it. */
export interface Disk {
  /** The folder itself, or its nearest existing ancestor. */
  folder: string;
  free_bytes: number;
  total_bytes: number;
  /** False: no inode is left for another file, even if bytes are free. */
  has_free_files: boolean;
}

/** With fewer free bytes a disk counts as full: a single payload may take as many. */
export const DISK_FULL_BYTES = 64 * 1024 * 1024;

/** With fewer free bytes and a smaller share of them, a disk is reported before it is full: an hour of crawls may take as many. */
const DISK_LOW_BYTES = 1024 * 1024 * 1024;
const DISK_LOW_SHARE = 0.2;

/** Whether a disk is full, or soon will be; null: neither. */
export function diskShortage(disk: Disk): 'full' | 'low' | null {
  const { free_bytes: free, total_bytes: total, has_free_files: hasFreeFiles } = disk;
  if (free < DISK_FULL_BYTES || !hasFreeFiles) return 'full';
  return free < DISK_LOW_BYTES && free < total * DISK_LOW_SHARE ? 'low' : null;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const STEP = 1000;

/** Describes the space on a disk, for example `/data/payloads has 0 B free of 10 GB`. */
export function describeDisk({ folder, has_free_files: hasFreeFiles, ...bytes }: Disk): string {
  const files = hasFreeFiles ? '' : ', and room for no more files (inodes)';
  return `${folder} has ${formatBytes(bytes.free_bytes)} free of ${formatBytes(bytes.total_bytes)}${files}`;
}

/** Formats a number of bytes, for example `1.5 MB`, rounded down. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.findIndex((_, at) => bytes < STEP ** (at + 1));
  const at = unit === -1 ? UNITS.length - 1 : unit;
  const number = bytes / STEP ** at;
  // Rounded down, so that a disk never has less space than shown.
  return `${number < 10 && at > 0 ? Math.floor(number * 10) / 10 : Math.floor(number)} ${UNITS[at]}`;
}
