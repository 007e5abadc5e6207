import { visitBy } from './visit-job-type.ts';

/** The types of a module whose jobs use proxies, as by default. */
export const jobTypes = [visitBy('visit_by_proxy')];
