/** Why a test that fills a disk is skipped, for its title. */
export const NO_SMALL_DISK = 'skipped where no small disk can be mounted';
