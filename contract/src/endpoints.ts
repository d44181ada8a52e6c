import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import * as contract from './index.ts';
import type { Shape } from './shape.ts';

type ContractExport = (typeof contract)[keyof typeof contract];

export const ENDPOINTS: readonly Endpoint[] = Object.values(contract).flatMap((part) =>
  isEndpoint(part) ? [part] : [],
);

export const SCHEMAS: ReadonlyMap<string, TSchema> = new Map(
  Object.entries(contract).flatMap(([name, part]) => ('~kind' in Object(part) ? [[name, part as TSchema]] : [])),
);

function isEndpoint(part: unknown): part is Endpoint {
  return typeof part === 'object' && part !== null && 'path' in part && 'answers' in part;
}

/** Input and answer of each endpoint, by ID. Excludes webhooks, which only the code host can sign. */
export type Calls = {
  readonly [Exact in Exclude<Extract<ContractExport, Endpoint>, { readonly chapter: 'Webhooks' }> as Exact['id']]: {
    readonly sent: EndpointInput<Exact>;
    readonly answer: EndpointAnswer<Exact>;
    readonly line: EndpointLine<Exact>;
  };
};

type EndpointInput<Exact extends Endpoint> = (Exact extends { readonly params: infer Params extends TSchema }
  ? { readonly path: Shape<Params> }
  : unknown) &
  (Exact extends { readonly query: infer Query extends TSchema }
    ? { readonly query?: Partial<Shape<Query>> }
    : unknown) &
  (Exact extends { readonly body: infer Body extends TSchema } ? { readonly body: Shape<Body> } : unknown);

type EndpointLine<Exact extends Endpoint> = Exact extends {
  readonly answers: { readonly 200: { readonly lines: infer Schema extends TSchema } };
}
  ? Shape<Schema>
  : never;

type EndpointAnswer<Exact extends Endpoint> = Exact extends {
  readonly answers:
    | { readonly 200: { readonly json: infer Schema extends TSchema } }
    | { readonly 202: { readonly json: infer Schema extends TSchema } };
}
  ? Shape<Schema>
  : never;
