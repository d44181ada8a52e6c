import { DOCUMENTS, documentOf, rootOf, VARIABLES } from './operations.ts';

/** A request that is not what the allowlist means. */
export interface HostileRequest {
  readonly kind: string;
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Root fields of the platform's queries, with what they need. */
const ROOTS: readonly string[] = [
  'viewer { login email }',
  'organization(login: "acme") { login }',
  'repository(owner: "acme", name: "api") { name }',
  'user(login: "grace") { login email }',
  'node(id: "U_1") { id }',
  'nodes(ids: ["U_1"]) { id }',
  'search(query: "secret", type: REPOSITORY, first: 1) { repositoryCount }',
  'rateLimit { remaining }',
  'meta { gitHubServicesSha }',
  'enterprise(slug: "acme") { id }',
  'topic(name: "x") { name }',
  'resource(url: "https://github.com/acme") { url }',
  'licenses { key }',
  'repositoryOwner(login: "acme") { login }',
  'relay { viewer { login } }',
  'securityAdvisories(first: 1) { totalCount }',
  'sponsorables(first: 1) { totalCount }',
  'enterpriseAdministratorInvitation(enterpriseSlug: "a", role: OWNER, userLogin: "b") { id }',
  '__schema { types { name } }',
  '__type(name: "User") { name }',
];

/** Ways to put something beside the root field of an operation, or in its place. `body` is `{ … }` of the document. */
const HIDING: Readonly<Record<string, (field: string, head: string, body: string, root: string) => string>> = {
  'after it': (field, head, body) => `${head}${body.replace(/\}\s*$/, `${field} }`)}`,
  'before it': (field, head, body) => `${head}${body.replace('{', `{ ${field}`)}`,
  'in its place': (field, head) => `${head}{ ${field} }`,
  'in its place, with its name as alias': (field, head, _body, root) => `${head}{ ${root}: ${field} }`,
  'in an inline fragment': (field, head, body) => `${head}${body.replace('{', `{ ... { ${field} }`)}`,
  'in a typed inline fragment': (field, head, body) => `${head}${body.replace('{', `{ ... on Query { ${field} }`)}`,
  'in a fragment': (field, head, body) =>
    `${head}${body.replace('{', '{ ...Hidden')} fragment Hidden on Query { ${field} }`,
  'in a fragment of a fragment': (field, head, body) =>
    `fragment Inner on Query { ... { ${field} } } ${head}${body.replace('{', '{ ...Outer')} fragment Outer on Query { ...Inner }`,
  'under a directive': (field, head, body) => `${head}${body.replace('{', `{ ... @include(if: true) { ${field} }`)}`,
};

const nested = (levels: number, open: string, inner: string) => open.repeat(levels) + inner + '}'.repeat(levels);
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
const MEGABYTE = 1_000_000;

/** Everything else, for one operation. */
function variations(name: string, text: string, head: string, body: string, root: string): Record<string, string> {
  const renamed = (other: string) => text.replace(name, other);
  const within = (selection: string) => `${head}{ ${root}${argumentsOf(root)} { ${selection} } }`;
  return {
    'a mutation of this name': `mutation ${name}${body}`,
    'a mutation of this name that changes something': `mutation ${name} { addStar(input: { starrableId: "x" }) { clientMutationId } }`,
    'a subscription of this name': `subscription ${name}${body}`,
    'another operation after it': `${text} query Evil { viewer { login } }`,
    'another operation before it': `query Evil { viewer { login } } ${text}`,
    'a mutation after it': `${text} mutation Evil { addStar(input: { starrableId: "x" }) { clientMutationId } }`,
    'a mutation before it': `mutation Evil { addStar(input: { starrableId: "x" }) { clientMutationId } } ${text}`,
    'a subscription after it': `${text} subscription Evil { viewer { login } }`,
    'a mutation of this name after it': `${text} mutation ${name}${body}`,
    'a mutation of this name before it': `mutation ${name}${body} ${text}`,
    'itself twice': `${text}${text}`,
    'an anonymous operation after it': `${text} { viewer { login } }`,
    'an anonymous operation before it': `{ viewer { login } } ${text}`,
    'an anonymous query': `query ${body}`,
    'the short form': body,
    'another name': renamed(`${name}2`),
    'the name in lower case': renamed(name.toLowerCase()),
    'the name with an underscore': renamed(`_${name}`),
    'the name in a comment': `# query ${name}\n${renamed('Evil')}`,
    'the name in a comment, as the last line': `${renamed('Evil')}\n# query ${name}`,
    'the name behind a carriage return': `#\rquery Evil { viewer { login } } #\nquery ${name} { viewer { login } }`,
    'the name in a text': `query Evil { organization(login: "query ${name} { viewer { login } }") { login } }`,
    'the name in a block text': `query Evil { organization(login: """query ${name} { viewer { login } }""") { login } }`,
    'the name as a fragment': `query Evil { ...${name} } fragment ${name} on Query ${body}`,
    'only fragments': `fragment ${name} on Query ${body}`,
    'the name as an alias': `query Evil { ${name}: viewer { login } }`,
    'the name as a variable': `query Evil($${name}: String) { viewer { login } }`,
    'the root field twice': `${head}{ a: ${root}${argumentsOf(root)} { id } b: ${root}${argumentsOf(root)} { id } }`,
    'the root field merged with itself': `${head}{ ${root}${argumentsOf(root)} { id } ${root}${argumentsOf(root)} { login } }`,
    'no root field': `${head}{ __typename }`,
    'a root field of another letter case': `${head}{ ${root.toUpperCase()}${argumentsOf(root)} { id } }`,
    'another root field under its alias': `${head}{ ${root}: node(id: "x") { id } }`,
    'an unused fragment': `${text} fragment Unused on Query { viewer { login } }`,
    'a fragment of the same name twice': `${within('...F')} fragment F on User { id } fragment F on Query { viewer { login } }`,
    'an unknown fragment': within('id ...Unknown'),
    'a fragment that spreads itself': `${within('...F')} fragment F on Node { id ...F }`,
    'a cycle of two': `${within('...A')} fragment A on Node { id ...B } fragment B on Node { id ...A }`,
    'a cycle of three': `${within('...A')} fragment A on Node { ...B } fragment B on Node { ...C } fragment C on Node { ...A }`,
    'a cycle nobody enters': `${text} fragment A on Node { ...B } fragment B on Node { ...A }`,
    'a cycle through fields': `${within('...A')} fragment A on Node { id owner { ...A } }`,
    'fragments that double twelve times': `${within('...F0')} ${many(12, (index) => `fragment F${index} on Node { ...F${index + 1} ...F${index + 1} }`)} fragment F12 on Node { id }`,
    'fragments that double a hundred times': `${within('...F0')} ${many(100, (index) => `fragment F${index} on Node { ...F${index + 1} ...F${index + 1} }`)} fragment F100 on Node { id }`,
    'a long chain of fragments entered often': `${within(many(300, () => '...F0'))} ${many(150, (index) => `fragment F${index} on Node { ...F${index + 1} }`)} fragment F150 on Node { id }`,
    'a directive on the operation': text.replace(/\{/, '@cached {'),
    'include on the operation': text.replace(/\{/, '@include(if: true) {'),
    'a directive on the root field': `${head}{ ${root}${argumentsOf(root)} @live { id } }`,
    'a directive on a field': within('id @export(as: "x")'),
    'a directive on a spread': `${within('...F @defer')} fragment F on Node { id }`,
    'a directive on an inline fragment': within('... @stream(initialCount: 0) { id }'),
    'a directive on a fragment': `${within('...F')} fragment F on Node @argumentDefinitions(x: { type: "Int" }) { id }`,
    'a directive on a variable': `query ${name}($login: String! @deprecated) { ${root}${argumentsOf(root)} { id } }`,
    'the schema below the root field': within('__schema { types { name } }'),
    'a type below the root field': within('__type(name: "User") { fields { name } }'),
    'the schema behind an alias': within('id: __schema { types { name } }'),
    'the schema in a fragment': `${within('...F')} fragment F on Node { ... { __schema { types { name } } } }`,
    'an unknown meta field': within('__service { sdl }'),
    'a type definition': `${text} type Query { evil: String }`,
    'a type definition before it': `type Query { evil: String } ${text}`,
    'a type extension': `${text} extend type Query { evil: String }`,
    'a schema definition': `schema { query: Evil } ${text}`,
    'a directive definition': `directive @evil on FIELD ${text}`,
    'a scalar definition': `${text} scalar Evil`,
    'an enum definition': `${text} enum Evil { A }`,
    'an input definition': `${text} input Evil { a: Int }`,
    'a union definition': `${text} union Evil = A | B`,
    'an interface definition': `${text} interface Evil { a: Int }`,
    'thirteen levels': within(nested(12, 'owner { ', 'id')),
    'thirteen levels through fragments': `${within('owner { ...A }')} fragment A on Node { owner { owner { owner { owner { ...B } } } } } fragment B on Node { owner { owner { owner { owner { owner { owner { id } } } } } } }`,
    'a hundred levels': within(nested(100, 'owner { ', 'id')),
    'five thousand levels': within(nested(5_000, 'a{', 'id')),
    'five thousand levels without an end': `${head}${'{a'.repeat(5_000)}`,
    'five thousand inline fragments': within(nested(5_000, '...{', 'id')),
    'five thousand lists in an argument': within(`id(x: ${'['.repeat(5_000)}${']'.repeat(5_000)})`),
    'five thousand objects in an argument': within(`id(x: ${'{a:'.repeat(5_000)}1${'}'.repeat(5_000)})`),
    'eleven lists in an argument': within(`id(x: ${'['.repeat(11)}${']'.repeat(11)})`),
    'eleven objects in an argument': within(`id(x: ${'{a:'.repeat(11)}1${'}'.repeat(11)})`),
    'a list of two hundred in an argument': within(`id(x: [${many(200, () => 'A')}])`),
    'an object of two hundred in an argument': within(`id(x: { ${many(200, (index) => `a${index}: 1`)} })`),
    'two hundred arguments': within(`id(${many(200, (index) => `a${index}: 1`)})`),
    'twelve lists in an argument of the root field': `${head}{ ${root}(login: ${'['.repeat(12)}${']'.repeat(12)}) { id } }`,
    'eleven lists in the condition of include': within(`id @include(if: ${'['.repeat(11)}${']'.repeat(11)})`),
    'a list of two hundred in the condition of skip': within(`id @skip(if: [${many(200, () => 'true')}])`),
    'two hundred directives': within(`id ${many(200, () => '@include')}`),
    'a list of twenty, spread ten times': `${within(many(10, () => '...F'))} fragment F on Node { id(x: [${many(20, () => '1')}]) }`,
    'twelve list types': `query ${name}($login: ${'['.repeat(12)}String${']'.repeat(12)}) ${body}`,
    'twelve lists as the value of a variable': `query ${name}($login: String = ${'['.repeat(12)}${']'.repeat(12)}) ${body}`,
    'a list of two hundred as the value of a variable': `query ${name}($login: String = [${many(200, () => '1')}]) ${body}`,
    'two hundred variables': `query ${name}(${many(200, (index) => `$a${index}: Int`)}) ${body}`,
    'eleven inline fragments in each other': within(nested(11, '... { ', 'id')),
    'eleven fragments in each other': `${within('...F0')} ${many(10, (index) => `fragment F${index} on Node { ...F${index + 1} }`)} fragment F10 on Node { id }`,
    'two hundred inline fragments': within(many(200, () => '... { id }')),
    'an operation of nothing': `${head}{ }`,
    'the root field of nothing': `${head}{ ${root}${argumentsOf(root)} { } }`,
    'the root field without a selection': `${head}{ ${root}${argumentsOf(root)} }`,
    'the root field without a selection, in a fragment': `${head}{ ...F } fragment F on Query { ${root}${argumentsOf(root)} }`,
    'a field of nothing': within('id owner { }'),
    'an inline fragment of nothing': within('id ... { }'),
    'inline fragments of nothing in each other': within(nested(300, '... { ', '')),
    'a fragment of nothing': `${within('id ...F')} fragment F on Node { }`,
    'fragments of nothing, spread often': `${within(many(150, () => '...F'))} fragment F on Node { ...G } fragment G on Node { }`,
    'five thousand list types': `query ${name}($login: ${'['.repeat(5_000)}String${']'.repeat(5_000)}) ${body}`,
    'twenty-one aliases': within(many(21, (index) => `a${index}: id`)),
    'a thousand aliases': within(many(1_000, (index) => `a${index}: id`)),
    'two hundred fields': within(many(200, () => 'id')),
    'ten thousand fields': within(many(10_000, () => 'id')),
    'two hundred fields through fragments': `${within(many(60, () => '...F'))} fragment F on Node { id id id id }`,
    'a megabyte of comment': `# ${'x'.repeat(MEGABYTE)}\n${text}`,
    'a megabyte of blanks': `${' '.repeat(MEGABYTE)}${text}`,
    'a megabyte of commas': `${text}${','.repeat(MEGABYTE)}`,
    'a megabyte of text': within(`id(x: "${'x'.repeat(MEGABYTE)}")`),
    'a megabyte of one name': within('x'.repeat(MEGABYTE)),
    'a megabyte of fields': within('id '.repeat(MEGABYTE / 3)),
    'a megabyte of braces': '{'.repeat(MEGABYTE),
    'seventeen kilobytes of comment': `# ${'x'.repeat(17_000)}\n${text}`,
    'seventeen kilobytes of characters of several bytes': `# ${'\u{1f600}'.repeat(4_250)}\n${text}`,
    'no end': text.trimEnd().slice(0, -1),
    'one brace too many': `${text} }`,
    'a NUL in front': `\0${text}`,
    'a NUL in the name': renamed(`${name}\0`),
    'a name of Cyrillic letters': renamed(name.replace(/[eo]/, (letter) => (letter === 'e' ? '\u0435' : '\u043e'))),
    'a name in full-width letters': renamed(
      String.fromCharCode(...[...name].map((letter) => letter.charCodeAt(0) + 0xfee0)),
    ),
    'a zero-width space in the name': renamed(`${name.slice(0, 3)}\u200b${name.slice(3)}`),
    'a soft hyphen in the name': renamed(`${name.slice(0, 3)}\u00ad${name.slice(3)}`),
    'an escape in the name': renamed(`\\u0056${name.slice(1)}`),
    'text from right to left': `\u202e${text}`,
    'a no-break space between words': text.replace(' ', '\u00a0'),
    'a line separator after a comment': `# x\u2028${renamed('Evil')}`,
    'a lone surrogate': text.replace(root, `${root}\ud800`),
    'a full-width brace': text.replace('{', '\uff5b'),
  };
}

const argumentsOf = (root: string): string => {
  if (root === 'viewer') return '';
  return root === 'organization' ? '(login: "acme")' : '(owner: "acme", name: "api")';
};

/** Requests under every allowed name, none of which may reach the code host. */
export function hostileRequests(): readonly HostileRequest[] {
  return [...DOCUMENTS.keys()].flatMap((operationName) => {
    const text = documentOf(operationName);
    const root = rootOf(operationName);
    const split = text.indexOf('{');
    const [head, body] = [text.slice(0, split), text.slice(split)];
    const variables = VARIABLES[operationName] ?? {};
    const requests: Record<string, string> = variations(operationName, text, head, body, root);
    for (const field of ROOTS) {
      const isOwn = field.startsWith(`${root} `) || field.startsWith(`${root}(`);
      for (const [where, hide] of Object.entries(HIDING)) {
        if (isOwn && where.startsWith('in its place')) continue;
        requests[`${field} ${where}`] = hide(field, head, body, root);
      }
    }
    for (const [other, document] of DOCUMENTS) {
      if (other === operationName) continue;
      requests[`the document of ${other}`] = document;
      if (rootOf(other) !== root)
        requests[`the document of ${other} under this name`] = document.replace(other, operationName);
    }
    return Object.entries(requests).map(([kind, query]) => ({
      kind,
      query,
      operationName,
      variables,
    }));
  });
}

/** One request of each kind; the operations take turns, so that each has a share of the kinds. */
export function oneOfEachKind(requests: readonly HostileRequest[]): readonly HostileRequest[] {
  return [...Map.groupBy(requests, ({ kind }) => kind).values()].flatMap((ofKind, index) =>
    ofKind.slice(index % ofKind.length, (index % ofKind.length) + 1),
  );
}
