/** The typed client of the orgdesk API. */
export type * from '@orgdesk/contract';
export type { Calls } from '@orgdesk/contract/endpoints';
export type { CallOptions, Client, ClientOptions, Lines, QueryOutcome } from './create-client.ts';
export { createClient } from './create-client.ts';
export type * from './generated/operations.ts';
export type { Queries } from './generated/queries.ts';
export type { Failed, Outcome } from './outcome.ts';
