import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import * as contract from './index.ts';
import type { Shape } from './shape.ts';

type Part = (typeof contract)[keyof typeof contract];

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(contract).flatMap((part) =>
  isEndpoint(part) ? [part] : [],
);

/** Every schema of the contract, by its name. */
export const SCHEMAS: ReadonlyMap<string, TSchema> = new Map(
  Object.entries(contract).flatMap(([name, part]) => ('~kind' in Object(part) ? [[name, part as TSchema]] : [])),
);

function isEndpoint(part: unknown): part is Endpoint {
  return typeof part === 'object' && part !== null && 'path' in part && 'answers' in part;
}

/**
 * What each endpoint is sent, and what it answers with 200 or 202, by its ID: a body, or lines. Only the code host can
 * sign a webhook.
 */
export type Calls = {
  readonly [Exact in Exclude<Extract<Part, Endpoint>, { readonly chapter: 'Webhooks' }> as Exact['id']]: {
    readonly sent: Sent<Exact>;
    readonly answer: Answered<Exact>;
    readonly line: Lined<Exact>;
  };
};

type Sent<Exact extends Endpoint> = (Exact extends { readonly params: infer Params extends TSchema }
  ? { readonly path: Shape<Params> }
  : unknown) &
  (Exact extends { readonly query: infer Query extends TSchema }
    ? { readonly query?: Partial<Shape<Query>> }
    : unknown) &
  (Exact extends { readonly body: infer Body extends TSchema } ? { readonly body: Shape<Body> } : unknown);

/** Never: it answers something else than lines. */
type Lined<Exact extends Endpoint> = Exact extends {
  readonly answers: { readonly 200: { readonly lines: infer Schema extends TSchema } };
}
  ? Shape<Schema>
  : never;

/** Never: it only sends a browser somewhere, or answers in pieces. */
type Answered<Exact extends Endpoint> = Exact extends {
  readonly answers:
    | { readonly 200: { readonly json: infer Schema extends TSchema } }
    | { readonly 202: { readonly json: infer Schema extends TSchema } };
}
  ? Shape<Schema>
  : never;
