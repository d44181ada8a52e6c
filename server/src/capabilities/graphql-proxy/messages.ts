import { columnOf, type RefusalResponse, SIGN_IN_FIRST } from '../../shared/refusals.ts';

/** Specification: Errors, Other endpoints; decisions G1 to G4. */
export const wireOf = {
  'no-session': SIGN_IN_FIRST,
  'bad-query': { status: 400, error: 'The query is missing or not a string.' },
  'operation-not-allowed': { status: 403, error: 'This operation is not allowed.' },
  malformed: { status: 400, error: 'The query is not a valid GraphQL document, or is too large.' },
  'not-allowed': { status: 403, error: 'The query requests fields that its operation does not allow.' },
  'not-shipped': { status: 403, error: 'This service only runs queries shipped with its client.' },
  'bad-variables': { status: 400, error: 'The variables do not match the operation.' },
  ...columnOf('query'),
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type ProxyRefusal = keyof typeof wireOf;
