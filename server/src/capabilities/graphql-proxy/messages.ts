import type { HostRefusal } from '../../ports/code-host.ts';
import { columnOf, type Wire } from '../../refusals.ts';
import type { DocumentRefusal } from './check-document.ts';

/** Why a query was not run, or gave nothing. */
export type ProxyRefusal =
  | 'no-session'
  | 'bad-query'
  | 'operation-not-allowed'
  | DocumentRefusal
  | 'not-shipped'
  | 'bad-variables'
  | HostRefusal['kind'];

/** Status and sentence of each refusal. Specification: Errors, Other endpoints; decisions G1 to G4. */
export const wireOf: Readonly<Record<ProxyRefusal, Wire>> = {
  'no-session': { status: 401, error: 'Please sign in to continue.' },
  'bad-query': { status: 400, error: 'The query is missing or is not a text.' },
  'operation-not-allowed': { status: 403, error: 'This operation is not allowed.' },
  malformed: { status: 400, error: 'The query is not a GraphQL document, or is too large.' },
  'not-allowed': { status: 403, error: 'The query is not what its operation may ask for.' },
  'not-shipped': { status: 403, error: 'This service runs only the queries of its own client.' },
  'bad-variables': { status: 400, error: 'The variables are not those of the operation.' },
  ...columnOf('query'),
};
