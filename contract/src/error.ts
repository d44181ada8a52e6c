import { Type } from 'typebox';
import type { Shape } from './shape.ts';

/**
 * What kept the service from answering although nothing is wrong with the request. `database-away`: its database does not
 * answer. `overloaded`: it, or its database, has too much to do. `code-host-away`: the code host gave no usable answer.
 * `code-host-limited`: the code host takes no more requests for a while. `app-refused`: the code host does not accept the
 * App's client ID, client secret or callback address; only those who run the service can change that.
 */
export const Outage = Type.Union(
  [
    Type.Literal('database-away'),
    Type.Literal('overloaded'),
    Type.Literal('code-host-away'),
    Type.Literal('code-host-limited'),
    Type.Literal('app-refused'),
  ],
  { description: 'With 503: what does not answer, as the header `Orgdesk-Outage` says it with every status.' },
);
export type Outage = Shape<typeof Outage>;

/** The header that names the outage, with every status: bodies of specified answers hold the sentence alone. */
export const OUTAGE_HEADER = 'Orgdesk-Outage';

/** Body of every refusal under `/api`. The sentence may be shown to people. Specification: Errors. */
export const ErrorAnswer = Type.Object({
  error: Type.String({ description: 'A sentence that may be shown to people.' }),
  code: Type.Optional(Outage),
});
export type ErrorAnswer = Shape<typeof ErrorAnswer>;

/** 200 of requests that have nothing to tell, `POST /api/auth/logout` for example. */
export const OkAnswer = Type.Object({ ok: Type.Literal(true) });
export type OkAnswer = Shape<typeof OkAnswer>;
