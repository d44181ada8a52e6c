import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  getNamedType,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { PlatformError } from './errors.ts';

const PAGE_MAX = 100;
const NODES_MAX = 500_000;

const ENTRY_FIELDS = new Set(['nodes', 'edges', 'pageInfo']);

/**
 * A connection with only a count needs no page size; fragments are not counted. GitHub docs: Rate limits and query
 * limits for the GraphQL API.
 */
export const limitsRule =
  (variables: Readonly<Record<string, unknown>>): ValidationRule =>
  (context) => {
    const path: string[] = [];
    const factors = [1];
    let nodes = 0;
    return {
      Field: {
        enter(node) {
          path.push(node.alias?.value ?? node.name.value);
          const factor = factors.at(-1) ?? 1;
          const field = context.getFieldDef();
          if (!field || !isConnection(field)) {
            factors.push(factor);
            return;
          }
          const size = pageSize(node, variables);
          const problem = problemOf(node, size, context);
          if (problem) {
            const location = { nodes: node, path: [...path], originalError: problem };
            context.reportError(new GraphQLError(problem.message, location));
          }
          const own = factor * Math.max(1, size.first ?? size.last ?? 1);
          nodes += size.first === null && size.last === null ? 0 : own;
          factors.push(own);
        },
        leave() {
          path.pop();
          factors.pop();
        },
      },
      Document: {
        leave() {
          if (nodes <= NODES_MAX) return;
          const message = `This query requests up to ${nodes.toLocaleString('en')} possible nodes which exceeds the maximum limit of 500,000.`;
          const originalError = new PlatformError('MAX_NODE_LIMIT_EXCEEDED', message);
          context.reportError(new GraphQLError(message, { originalError }));
        },
      },
    };
  };

type PageSize = ReturnType<typeof pageSize>;

function problemOf(node: FieldNode, { first, last }: PageSize, context: ValidationContext) {
  const name = node.name.value;
  if (first === null && last === null) {
    if (!node.selectionSet || !asksForEntries(node.selectionSet, context, new Set())) return null;
    const message = `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`;
    return new PlatformError('MISSING_PAGINATION_BOUNDARIES', message);
  }
  for (const [argument, size] of Object.entries({ first, last })) {
    if (size === null) continue;
    if (size < 1) {
      const message = `\`${argument}\` on the \`${name}\` connection cannot be less than one.`;
      return new PlatformError('INVALID_PAGINATION_BOUNDARIES', message);
    }
    if (size > PAGE_MAX) {
      const message = `Requesting ${size} records on the \`${name}\` connection exceeds the \`${argument}\` limit of ${PAGE_MAX} records.`;
      return new PlatformError('EXCESSIVE_PAGINATION', message);
    }
  }
  return null;
}

function isConnection(field: GraphQLField<unknown, unknown>): boolean {
  const names = field.args.map(({ name }) => name);
  return getNamedType(field.type).name.endsWith('Connection') && names.includes('first') && names.includes('last');
}

function pageSize(node: FieldNode, variables: Readonly<Record<string, unknown>>) {
  const size = (name: string) => {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    if (value?.kind === Kind.INT) return Number(value.value);
    const variable = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
    return typeof variable === 'number' ? variable : null;
  };
  return { first: size('first'), last: size('last') };
}

function asksForEntries({ selections }: SelectionSetNode, context: ValidationContext, visited: Set<string>): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return ENTRY_FIELDS.has(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) return asksForEntries(selection.selectionSet, context, visited);
    const fragment = context.getFragment(selection.name.value);
    if (!fragment || visited.has(selection.name.value)) return false;
    visited.add(selection.name.value);
    return asksForEntries(fragment.selectionSet, context, visited);
  });
}
