import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
} from 'graphql';
import {
  DOCUMENT_ALIASES_MAX,
  DOCUMENT_DEPTH_MAX,
  DOCUMENT_FIELDS_MAX,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TOKENS_MAX,
} from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AllowedOperation } from './allowlist.ts';

/** `malformed`: not one readable GraphQL document. `not-allowed`: readable, but not what the allowed name stands for. */
export type DocumentRefusal = 'malformed' | 'not-allowed';

const HARMLESS_DIRECTIVES: ReadonlySet<string> = new Set(['include', 'skip']);

/**
 * Decides on the parsed document, before anything is sent, whether it is what an allowed operation may be
 * (decision G1): exactly one operation, a query of that name, asking for its one root field, without introspection,
 * within limits of size, depth, fields and aliases. Fragments count as if they were written out.
 *
 * Answers the text to send, made from what was checked, so that nothing else can be sent.
 */
export function checkDocument(
  text: string,
  operationName: string,
  allowed: AllowedOperation,
): Result<string, DocumentRefusal> {
  const document = parsed(text);
  if (document === null) return refuse('malformed');
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  if (operations.length + fragments.length !== document.definitions.length) return refuse('not-allowed');

  const [operation, ...others] = operations;
  if (operation === undefined) return refuse('malformed');
  if (others.length > 0 || !isAllowedQuery(operation, operationName)) return refuse('not-allowed');
  const names = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  if (names.size !== fragments.length) return refuse('malformed');
  return withinAllowance(operation, names, allowed) ? ok(print(document)) : refuse('not-allowed');
}

function parsed(text: string): DocumentNode | null {
  if (Buffer.byteLength(text) > DOCUMENT_MAX_BYTES) return null;
  try {
    return parse(text, { maxTokens: DOCUMENT_TOKENS_MAX, noLocation: true });
  } catch {
    // A syntax error, or so deep that the parser itself gave up.
    return null;
  }
}

const isAllowedQuery = (
  { operation, name, directives, variableDefinitions }: OperationDefinitionNode,
  wanted: string,
): boolean =>
  operation === 'query' &&
  name?.value === wanted &&
  [{ directives }, ...(variableDefinitions ?? [])].every(hasNoDirectives);

const hasNoDirectives = ({ directives }: { readonly directives?: readonly unknown[] | undefined }): boolean =>
  (directives ?? []).length === 0;

/** Counts through an operation, and through each fragment every time it is spread. */
interface Count {
  fields: number;
  aliases: number;
}

function withinAllowance(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { rootField }: AllowedOperation,
): boolean {
  const count: Count = { fields: 0, aliases: 0 };
  const roots: string[] = [];
  const spread = new Set<string>();
  const open = new Set<string>();

  const walk = (set: SelectionSetNode, depth: number): boolean => {
    if (depth > DOCUMENT_DEPTH_MAX) return false;
    return set.selections.every((selection) => {
      if (!(selection.directives ?? []).every(({ name }) => HARMLESS_DIRECTIVES.has(name.value))) return false;
      if (selection.kind === Kind.INLINE_FRAGMENT) return walk(selection.selectionSet, depth);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        if (fragment === undefined || open.has(name) || !hasNoDirectives(fragment)) return false;
        // Counted like a field, or a long chain of fragments could be walked through over and over.
        count.fields += 1;
        if (count.fields > DOCUMENT_FIELDS_MAX) return false;
        spread.add(name);
        open.add(name);
        const isFine = walk(fragment.selectionSet, depth);
        open.delete(name);
        return isFine;
      }
      const field = selection.name.value;
      if (field.startsWith('__') && field !== '__typename') return false;
      if (depth === 1 && field !== '__typename') roots.push(field);
      count.fields += 1;
      count.aliases += selection.alias === undefined ? 0 : 1;
      if (count.fields > DOCUMENT_FIELDS_MAX || count.aliases > DOCUMENT_ALIASES_MAX) return false;
      return selection.selectionSet === undefined || walk(selection.selectionSet, depth + 1);
    });
  };
  // A fragment that is never spread is not looked into, so it must not be sent either.
  return (
    walk(operation.selectionSet, 1) && roots.length === 1 && roots[0] === rootField && spread.size === fragments.size
  );
}
