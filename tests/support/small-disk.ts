/** The reason why a test that fills a disk is skipped, for the title of the test. */
export const NO_SMALL_DISK = 'skipped where no small disk can be mounted';
