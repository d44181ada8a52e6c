import { columnOf, type RefusalResponse, SIGN_IN_FIRST } from '../../refusals.ts';

/** Specification: Errors, Other endpoints; decisions G1 to G4. */
export const wireOf = {
  'no-session': SIGN_IN_FIRST,
  'bad-query': { status: 400, error: 'The query is missing or is not a text.' },
  'operation-not-allowed': { status: 403, error: 'This operation is not allowed.' },
  malformed: { status: 400, error: 'The query is not a GraphQL document, or is too large.' },
  'not-allowed': { status: 403, error: 'The query is not what its operation may ask for.' },
  'not-shipped': { status: 403, error: 'This service runs only the queries of its own client.' },
  'bad-variables': { status: 400, error: 'The variables are not those of the operation.' },
  ...columnOf('query'),
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type ProxyRefusal = keyof typeof wireOf;
