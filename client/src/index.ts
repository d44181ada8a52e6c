/** The typed client of orgdesk: what a page, a script or an app calls the service with. */
export type * from '@orgdesk/contract';
export type { Calls } from '@orgdesk/contract/endpoints';
export type { CallOptions, Client, ClientOptions, Lines, QueryOutcome } from './create-client.ts';
export { createClient } from './create-client.ts';
export type * from './generated/operations.ts';
export type { Queries } from './generated/queries.ts';
export type { Failed, Outcome } from './outcome.ts';
