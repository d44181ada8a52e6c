/**
 * Time for writers to wait for each other, however busy the machine is. For tests of what they write; those of how long
 * somebody waits use the limits of production.
 */
export const PATIENT = {
  limits: {
    connectMs: 30_000,
    waitMs: 30_000,
    queryMs: 30_000,
    silentMs: 60_000,
    statementMs: 30_000,
    lockMs: 30_000,
    silenceMs: 30_000,
    conflictMs: 30_000,
  },
};
