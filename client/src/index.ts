/** The typed client of the orgdesk API. */
export type { CallOptions, Client, Lines, Pages, QueryOutcome } from './client.ts';
export type { ClientOptions } from './create-client.ts';
export { createClient } from './create-client.ts';
export type * from './generated/contract.ts';
export type * from './generated/operations.ts';
export type { Queries } from './generated/queries.ts';
export { type Failed, type Outcome, UnusableAnswer } from './outcome.ts';
