import {
  DOCUMENT_ALIASES_MAX,
  DOCUMENT_DEPTH_MAX,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_PARTS_MAX,
  DOCUMENT_TOKENS_MAX,
  VARIABLE_MAX_CHARACTERS,
} from '@orgdesk/contract/limits';
import {
  BREAK,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  type TypeNode,
  type ValueNode,
  visit,
} from 'graphql/language';
import { ok, type Result, refuse } from '../../lib/result.ts';

export interface AllowedOperation {
  readonly rootField: 'viewer' | 'organization' | 'repository';
  readonly variables: Readonly<Record<string, 'text' | 'text-or-nothing'>>;
}

const OF_ORGANIZATION = { rootField: 'organization', variables: { login: 'text' } } as const;
const CURSOR = { after: 'text-or-nothing' } as const;

/** Specification: `POST /api/github/graphql`, Allowlist and variables. */
export const ALLOWLIST: ReadonlyMap<string, AllowedOperation> = new Map<string, AllowedOperation>([
  ['ViewerProfile', { rootField: 'viewer', variables: {} }],
  ['OrganizationSummary', OF_ORGANIZATION],
  ['OrganizationMembers', { rootField: 'organization', variables: { login: 'text', ...CURSOR } }],
  ['OrganizationTeams', { rootField: 'organization', variables: { login: 'text', ...CURSOR } }],
  ['TeamMembers', { rootField: 'organization', variables: { login: 'text', teamSlug: 'text', ...CURSOR } }],
  ['RepositoryContributors', { rootField: 'repository', variables: { owner: 'text', name: 'text', ...CURSOR } }],
  ['OrgRepositories', OF_ORGANIZATION],
  ['RepoScoringData', { rootField: 'repository', variables: { owner: 'text', name: 'text' } }],
  ['OrgTeamsData', OF_ORGANIZATION],
  ['OrgScoringData', OF_ORGANIZATION],
  ['OrganizationRepositories', OF_ORGANIZATION],
]);

/** Accepts exactly the listed variables; a cursor may be null or missing (decision G2). */
export function parseVariables(
  input: unknown,
  { variables }: AllowedOperation,
): Result<Readonly<Record<string, string | null>>, 'bad-variables'> {
  const values = input ?? {};
  if (typeof values !== 'object' || Array.isArray(values)) return refuse('bad-variables');
  if (Object.keys(values).some((name) => !Object.hasOwn(variables, name))) return refuse('bad-variables');

  const parsed: Record<string, string | null> = {};
  for (const [name, kind] of Object.entries(variables)) {
    const value: unknown = Object.getOwnPropertyDescriptor(values, name)?.value;
    if (typeof value === 'string' && value !== '' && value.length <= VARIABLE_MAX_CHARACTERS) parsed[name] = value;
    else if (kind === 'text-or-nothing' && (value === undefined || value === null)) parsed[name] = null;
    else return refuse('bad-variables');
  }
  return ok(parsed);
}

/** `malformed`: not a single valid GraphQL document. `not-allowed`: valid, but not the allowed operation. */
type DocumentRefusal = 'malformed' | 'not-allowed';

const HARMLESS_DIRECTIVES: ReadonlySet<string> = new Set(['include', 'skip']);

/**
 * Accepts one query with the allowed name and root field, without introspection, within the limits (decision G1).
 * Fragments count at each use. Returns the document, printed again.
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
    const document = parse(text, { maxTokens: DOCUMENT_TOKENS_MAX, noLocation: true });
    return hasEmptySelection(document) ? null : document;
  } catch {
    // A syntax error, or too deep for the parser.
    return null;
  }
}

/** The parser accepts empty selections, although the grammar forbids them. */
function hasEmptySelection(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    SelectionSet: ({ selections }) => {
      found = selections.length === 0;
      return found ? BREAK : undefined;
    },
  });
  return found;
}

const isAllowedQuery = (
  { operation, name, directives, variableDefinitions }: OperationDefinitionNode,
  operationName: string,
): boolean =>
  operation === 'query' &&
  name?.value === operationName &&
  [{ directives }, ...(variableDefinitions ?? [])].every(hasNoDirectives);

const hasNoDirectives = ({ directives }: { readonly directives?: readonly unknown[] | undefined }): boolean =>
  (directives ?? []).length === 0;

/** Fields, fragments, directives, variables and values are parts; everything with brackets is a level. */
function withinAllowance(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { rootField }: AllowedOperation,
): boolean {
  let parts = 0;
  let aliases = 0;
  const roots: string[] = [];
  const spread = new Set<string>();
  const open = new Set<string>();

  const isOneMore = (level: number): boolean => {
    parts += 1;
    return parts <= DOCUMENT_PARTS_MAX && level <= DOCUMENT_DEPTH_MAX;
  };
  const allowsValue = (value: ValueNode, level: number): boolean => {
    const values = valuesIn(value);
    if (values === null) return isOneMore(level);
    // Empty brackets count as a level too.
    return isOneMore(level + 1) && values.every((each) => allowsValue(each, level + 1));
  };
  const allowsArguments = (
    { arguments: args = [] }: { readonly arguments?: readonly { readonly value: ValueNode }[] | undefined },
    level: number,
  ): boolean => args.every(({ value }) => allowsValue(value, level));
  const allowsDirective = (directive: DirectiveNode, level: number): boolean =>
    HARMLESS_DIRECTIVES.has(directive.name.value) && isOneMore(level) && allowsArguments(directive, level);
  const allowsType = (type: TypeNode, level: number): boolean => {
    if (type.kind === Kind.NAMED_TYPE) return isOneMore(level);
    return allowsType(type.type, type.kind === Kind.LIST_TYPE ? level + 1 : level);
  };

  const allows = ({ selections }: SelectionSetNode, level: number, isRoot: boolean): boolean =>
    selections.every((selection) => {
      if (!isOneMore(level)) return false;
      if (!(selection.directives ?? []).every((directive) => allowsDirective(directive, level))) return false;
      if (selection.kind === Kind.INLINE_FRAGMENT) return allows(selection.selectionSet, level + 1, isRoot);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        if (fragment === undefined || open.has(name) || !hasNoDirectives(fragment)) return false;
        spread.add(name);
        open.add(name);
        const isFine = allows(fragment.selectionSet, level + 1, isRoot);
        open.delete(name);
        return isFine;
      }
      const field = selection.name.value;
      if (field.startsWith('__') && field !== '__typename') return false;
      if (isRoot && field !== '__typename') roots.push(field);
      aliases += selection.alias === undefined ? 0 : 1;
      if (aliases > DOCUMENT_ALIASES_MAX || !allowsArguments(selection, level)) return false;
      // All three root fields are objects.
      if (selection.selectionSet === undefined) return !isRoot || field === '__typename';
      return allows(selection.selectionSet, level + 1, false);
    });

  return (
    (operation.variableDefinitions ?? []).every(
      ({ type, defaultValue }) => allowsType(type, 1) && (defaultValue === undefined || allowsValue(defaultValue, 1)),
    ) &&
    allows(operation.selectionSet, 1, true) &&
    roots.length === 1 &&
    roots[0] === rootField &&
    // Unused fragments were not checked, so they must not be sent.
    spread.size === fragments.size
  );
}

function valuesIn(value: ValueNode): readonly ValueNode[] | null {
  if (value.kind === Kind.LIST) return value.values;
  return value.kind === Kind.OBJECT ? value.fields.map((field) => field.value) : null;
}
