import { Type } from 'typebox';
import type { Shape } from './shape.ts';

/**
 * Why the service cannot answer a valid request. `database-away`: its database gives no answer. `overloaded`: it or its
 * database is too busy. `code-host-away`: the code host gives no usable answer. `code-host-limited`: the rate limit is
 * used up. `app-refused`: the App's client ID, client secret or callback address is rejected.
 */
export const Outage = Type.Union(
  [
    Type.Literal('database-away'),
    Type.Literal('overloaded'),
    Type.Literal('code-host-away'),
    Type.Literal('code-host-limited'),
    Type.Literal('app-refused'),
  ],
  { description: 'With 503: what is unavailable, as in the header `Orgdesk-Outage`.' },
);
export type Outage = Shape<typeof Outage>;

/** Sent with every status, because some specified bodies have no such field. */
export const OUTAGE_HEADER = 'Orgdesk-Outage';

/** Body of refusals under `/api`. People may see the message. Specification: Errors. */
export const ErrorAnswer = Type.Object({
  error: Type.String({ description: 'A message that can be shown to people.' }),
  code: Type.Optional(Outage),
});
export type ErrorAnswer = Shape<typeof ErrorAnswer>;

export const OkAnswer = Type.Object({ ok: Type.Literal(true) });
export type OkAnswer = Shape<typeof OkAnswer>;
