import type { Endpoint } from '@orgdesk/contract';
import { CHAPTERS } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import {
  type DocumentedAnswer,
  type DocumentedOperation,
  readContractDocument,
  type Schema,
} from './contract-document.ts';
import { usualRefusals } from './usual-refusals.ts';

const INTRODUCTION = `# Endpoints

Every endpoint, with every answer and every sentence a client can receive. Written by \`npm run generate\` from
[the contract](../contract/src/index.ts) and the sentences of the service: do not edit. What they have in common is in
[http-api.md](http-api.md).
`;

const USUAL_TITLE = 'Usual refusals';

const SESSION: Readonly<Record<Endpoint['session'], string>> = {
  needed: 'Needs a session.',
  begun: 'Needs a session; without one, the browser is sent to sign in.',
  read: 'Works without a session.',
  unused: 'Needs no session.',
};

/** The reference of all endpoints: `docs/endpoints.md`. */
export async function referenceSource(): Promise<string> {
  const { paths, components } = await readContractDocument();
  const documented = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) =>
      ENDPOINTS.filter(({ id }) => id === operation.operationId).map((endpoint) => ({ endpoint, operation })),
    );
  const counted = documented.filter(({ operation }) => operation.responses['429'] !== undefined);
  const [first, ...others] = counted.map(({ operation }) => refusalRows(operation));
  const shared = (first ?? []).filter((row) => others.every((rows) => rows.includes(row)));
  const usual = usualRefusals(documented.map(({ operation }) => refusalRows(operation)));
  const ordered = CHAPTERS.flatMap((name) => documented.filter(({ endpoint }) => endpoint.chapter === name));
  return [
    INTRODUCTION,
    table(
      ['Endpoint', 'What it does'],
      ordered.map(({ endpoint }) => `[${titleOf(endpoint)}](#${anchorOf(titleOf(endpoint))}) | ${endpoint.summary}`),
    ),
    'Each of them can also answer these; the webhook and those outside of `/api` never 429, which comes with `Retry-After`.\n',
    table(['Status', 'Sentence'], shared),
    `## ${USUAL_TITLE}\n`,
    'The section of an endpoint names those that it can answer.\n',
    table(
      ['Name', 'Status', 'Sentence'],
      [...usual].flatMap(([name, rows]) => rows.map((row) => `${name} | ${row}`)),
    ),
    ...ordered.map(({ endpoint, operation }) => sectionOf(endpoint, operation, shared, usual)),
    '## Shapes\n',
    'What is not said to be null or left out is always there.\n',
    ...Object.entries(components.schemas).map(([name, schema]) => shapeOf(name, schema)),
  ].join('\n');
}

function sectionOf(
  endpoint: Endpoint,
  operation: DocumentedOperation,
  shared: readonly string[],
  usual: ReadonlyMap<string, readonly string[]>,
): string {
  const refused = refusalRows(operation);
  const named = [...usual].filter(([, rows]) => rows.every((row) => refused.includes(row)));
  const toldOnce = [...shared, ...named.flatMap(([, rows]) => rows)];
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, schema, description = meaningOf(schema) }) =>
      `\`${name}\` | ${place} | ${typeOf(schema)} | ${description}`,
  );
  const body = operation.requestBody?.content['application/json']?.schema;
  return [
    `## ${titleOf(endpoint)}\n`,
    `${endpoint.summary}. In the client and the OpenAPI document: \`${endpoint.id}\`. ${SESSION[endpoint.session]}\n`,
    `${operation.description}\n`,
    ...(parameters.length === 0 ? [] : [table(['Parameter', 'In', 'Value', 'Meaning'], parameters)]),
    ...(body === undefined ? [] : [`Body: ${typeOf(body)}\n`]),
    table(['Status', 'Answer'], [...answerRows(operation), ...refused.filter((row) => !toldOnce.includes(row))]),
    ...(named.length === 0
      ? []
      : [`[${USUAL_TITLE}](#${anchorOf(USUAL_TITLE)}): ${named.map(([name]) => name).join(', ')}.\n`]),
    ...headerLines(operation),
  ].join('\n');
}

const isRefusal = ({ description }: DocumentedAnswer): boolean => description.startsWith('- ');

const answerRows = ({ responses }: DocumentedOperation): readonly string[] =>
  Object.entries(responses)
    .filter(([, answer]) => !isRefusal(answer))
    .map(([status, { description, content }]) => {
      const schema = content?.['application/json']?.schema;
      return `${status} | ${description}${schema?.$ref === undefined ? '' : ` ${typeOf(schema)}`}`;
    });

/** A row for each sentence. */
const refusalRows = ({ responses }: DocumentedOperation): readonly string[] =>
  Object.entries(responses)
    .filter(([, answer]) => isRefusal(answer))
    .flatMap(([status, { description }]) => description.split('\n').map((line) => `${status} | ${line.slice(2)}`));

/** The headers that only some answers have. */
const headerLines = ({ responses }: DocumentedOperation): readonly string[] =>
  Object.entries(responses)
    .filter(([status, answer]) => isRefusal(answer) && status !== '429')
    .flatMap(([status, { headers = {} }]) =>
      Object.entries(headers).map(([name, { description }]) => `With ${status}, \`${name}\`: ${description}\n`),
    );

function shapeOf(name: string, schema: Schema): string {
  return [
    `### ${name}\n`,
    ...(schema.description === undefined ? [] : [`${schema.description}\n`]),
    ...inside(schema),
  ].join('\n');
}

/** The fields of a shape, or of each of its variants; else what it can be. */
function inside(schema: Schema): readonly string[] {
  if (schema.properties !== undefined) return [table(['Field', 'Value', 'Meaning'], fieldRows(schema, ''))];
  const variants = schema.anyOf ?? [];
  if (variants.some(({ properties }) => properties !== undefined)) {
    return [
      table(
        ['Field', 'Value', 'Meaning'],
        variants.flatMap((each) => fieldRows(each, '')),
      ),
    ];
  }
  if (variants.some(({ description }) => description !== undefined)) {
    return [
      table(
        ['Value', 'Meaning'],
        variants.map((each) => `${typeOf(each)} | ${meaningOf(each)}`),
      ),
    ];
  }
  return [`${capitalized(typeOf(schema))}.\n`];
}

function fieldRows({ properties = {}, required = [] }: Schema, prefix: string, outer = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const left = required.includes(name) ? outer : ', or left out';
    if (schema.properties !== undefined) return fieldRows(schema, `${prefix}${name}.`, left);
    return [`\`${prefix}${name}\` | ${typeOf(schema)}${left} | ${meaningOf(schema)}`];
  });
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: '`true` or `false`',
  null: 'null',
  object: 'object',
};

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return `[${name}](#${anchorOf(name)})`;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') {
    const items = typeOf(schema.items ?? {});
    return `list of ${items.includes(' or ') ? `(${items})` : items}`;
  }
  return PLAIN[schema.type ?? ''] ?? 'anything';
}

/** Of a field that may be null, the meaning is that of its other half; of several words, that of each. */
function meaningOf({ description, anyOf = [] }: Schema): string {
  if (description !== undefined) return description;
  const described = anyOf.filter((each) => each.description !== undefined);
  if (described.length < 2) return described[0]?.description ?? '';
  return described.map((each) => `${typeOf(each)}: ${each.description}`).join(' ');
}

const titleOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const table = (titles: readonly string[], rows: readonly string[]): string =>
  [titles.join(' | '), titles.map(() => '---').join('|'), ...rows]
    .map((row) => (row.startsWith('---') ? `|${row}|\n` : `| ${row.trim()} |\n`))
    .join('');
