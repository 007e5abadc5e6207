import { visitBy } from './visit-job-type.ts';

/** The types of a module whose jobs use no proxy. */
export const jobTypes = [visitBy('visit_directly', 'direct')];
