import type { HostRefusal } from '../../ports/code-host.ts';
import type { DocumentRefusal } from './check-document.ts';

/** Why a query was not run, or gave nothing. */
export type ProxyRefusal =
  | 'no-session'
  | 'bad-query'
  | 'operation-not-allowed'
  | DocumentRefusal
  | 'not-shipped'
  | 'bad-variables'
  | 'token-not-accepted'
  | 'rate-limited'
  | 'failed';

/** Status and sentence of each refusal. Specification: Errors, Other endpoints; decisions G1 to G4. */
export const wireOf: Readonly<Record<ProxyRefusal, { readonly status: number; readonly error: string }>> = {
  'no-session': { status: 401, error: 'Please sign in to continue.' },
  'bad-query': { status: 400, error: 'The query is missing or is not a text.' },
  'operation-not-allowed': { status: 403, error: 'This operation is not allowed.' },
  malformed: { status: 400, error: 'The query is not a GraphQL document, or is too large.' },
  'not-allowed': { status: 403, error: 'The query is not what its operation may ask for.' },
  'not-shipped': { status: 403, error: 'This service runs only the queries of its own client.' },
  'bad-variables': { status: 400, error: 'The variables are not those of the operation.' },
  'token-not-accepted': {
    status: 401,
    error: 'The code host no longer accepts your sign in. Please sign in again.',
  },
  'rate-limited': { status: 500, error: 'API rate limit exceeded' },
  failed: { status: 500, error: 'The code host could not run the query. Please try again.' },
};

/** Which refusal an answer of the code host is. */
export function refusalFor({ kind }: HostRefusal): ProxyRefusal {
  if (kind === 'unauthorized') return 'token-not-accepted';
  return kind === 'rate-limited' ? 'rate-limited' : 'failed';
}
