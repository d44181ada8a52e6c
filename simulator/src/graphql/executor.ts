import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import { ApiError, notAccessible, SSO_HEADER } from '../api/errors.ts';
import type { HostKind } from '../world/links.ts';
import { wireError } from './errors.ts';
import { limitsRule } from './limits.ts';
import type { GraphqlContext } from './nodes/context.ts';
import { rootNode, withNodes } from './nodes/root.ts';
import { placeholder } from './placeholders.ts';
import { platformSchema } from './schema.ts';

/** Longer documents could exhaust the stack. */
const TOKENS_MAX = 20_000;

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

export async function warmUp(kind: HostKind): Promise<void> {
  await platformSchema(kind);
}

/** Never throws. */
export async function runGraphql(request: GraphqlRequest, parts: Omit<GraphqlContext, 'nodes' | 'found'>) {
  const schema = await platformSchema(parts.links.kind);
  const checked = checkedDocument(schema, request);
  if (!('document' in checked)) return { body: { errors: checked.errors.map(wireError) }, headers: {} };

  const context = withNodes(parts);
  const result = await execute({
    schema,
    document: checked.document,
    rootValue: rootNode(context),
    contextValue: context,
    variableValues: request.variables,
    operationName: request.operationName,
    fieldResolver: resolveField,
  });
  const errors = result.errors?.map(wireError);
  const withheld = result.errors
    ?.map(({ originalError }) => originalError)
    .findLast((it) => it instanceof ApiError && SSO_HEADER in it.headers);
  return {
    body: { ...(result.data === undefined ? {} : { data: result.data }), ...(errors ? { errors } : {}) },
    headers: withheld instanceof ApiError ? withheld.headers : {},
  };
}

function checkedDocument(
  schema: GraphQLSchema,
  { query, variables }: GraphqlRequest,
): { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] } {
  try {
    const document = validDocument(schema, query);
    const errors = validate(schema, document, [limitsRule(variables)], { maxErrors: 1e9 });
    return errors.length > 0 ? { errors } : { document };
  } catch (error) {
    if (error instanceof InvalidDocument) return { errors: error.errors };
    if (error instanceof GraphQLError) return { errors: [error] };
    if (error instanceof RangeError) return { errors: [new GraphQLError('The document is nested too deeply.')] };
    throw error;
  }
}

/** The same few documents repeat. */
const validDocuments = new WeakMap<GraphQLSchema, Map<string, DocumentNode>>();
const DOCUMENTS_MAX = 200;

function validDocument(schema: GraphQLSchema, query: string): DocumentNode {
  const documents = validDocuments.get(schema) ?? new Map<string, DocumentNode>();
  validDocuments.set(schema, documents);
  const cached = documents.get(query);
  if (cached) return cached;
  const document = parse(query, { maxTokens: TOKENS_MAX });
  const errors = validate(schema, document);
  if (errors.length > 0) throw new InvalidDocument(errors);
  if (documents.size >= DOCUMENTS_MAX) documents.clear();
  documents.set(query, document);
  return document;
}

class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument';
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('the document does not fit the schema');
    this.errors = errors;
  }
}

const resolveField: GraphQLFieldResolver<unknown, GraphqlContext> = (source, args: unknown, _context, info) => {
  if (info.parentType.name === 'Mutation') throw notAccessible();
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, info.fieldName)) {
    return placeholder(info.returnType, info.schema);
  }
  const value: unknown = Reflect.get(source, info.fieldName);
  return typeof value === 'function' ? value.call(source, args) : value;
};
