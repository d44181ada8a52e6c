import { AUDIT_ACTIONS, type Endpoint } from '@orgdesk/contract';
import { ENDPOINTS, SCHEMAS } from '@orgdesk/contract/endpoints';
import type { TSchema } from 'typebox';

/** The parts of JSON Schema that the contract uses. */
interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
}

const HEADER = '// Written by `npm run generate` from the contract. Do not edit.\n';

/** The contract as plain types, so that the client's package needs no other: `client/src/generated/contract.ts`. */
export function contractTypesSource(): string {
  const named = [...SCHEMAS]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => declaration(name, schema));
  const calls = callable()
    .map((endpoint) => `${comment(endpoint.summary, '  ')}  readonly ${endpoint.id}: ${callType(endpoint)};\n`)
    .join('');
  return [
    HEADER,
    ...named,
    `/** Every action of the audit log. */\nexport type AuditAction =\n${AUDIT_ACTIONS.map((action) => `  | '${action}'`).join('\n')};\n`,
    `/** What each endpoint takes and answers, by ID. Excludes webhooks, which only the code host can sign. */\nexport interface Calls {\n${calls}}\n`,
  ].join('\n');
}

/** Sorted, because `ENDPOINTS` has no stable order. Only the code host can sign a webhook. */
export const callable = (): readonly Endpoint[] =>
  ENDPOINTS.filter(({ chapter }) => chapter !== 'Webhooks').toSorted((a, b) => (a.id < b.id ? -1 : 1));

function declaration(name: string, schema: TSchema): string {
  return `${comment((schema as JsonSchema).description, '')}export type ${name} = ${written(schema as JsonSchema, '')};\n`;
}

function callType({ params, query, body, answers }: Endpoint): string {
  const sent = [
    ...(params === undefined ? [] : [`readonly path: ${typeOf(params, '    ')}`]),
    ...(query === undefined ? [] : [`readonly query?: Partial<${typeOf(query, '    ')}>`]),
    ...(body === undefined ? [] : [`readonly body: ${typeOf(body, '    ')}`]),
  ];
  const answer = answers[200]?.json ?? answers[202]?.json;
  const line = answers[200]?.lines;
  return [
    '{',
    `    readonly sent: ${sent.length === 0 ? 'unknown' : `{ ${sent.join('; ')} }`};`,
    `    readonly answer: ${answer === undefined ? 'never' : typeOf(answer, '    ')};`,
    `    readonly line: ${line === undefined ? 'never' : typeOf(line, '    ')};`,
    '  }',
  ].join('\n');
}

const NAMES: ReadonlyMap<string, string> = new Map(
  [...SCHEMAS].map(([name, schema]) => [JSON.stringify(schema), name]),
);

const typeOf = (schema: JsonSchema, indent: string): string =>
  NAMES.get(JSON.stringify(schema)) ?? written(schema, indent);

function written(schema: JsonSchema, indent: string): string {
  const { type, anyOf, items, properties, required = [], patternProperties } = schema;
  if ('const' in schema) return literal(schema.const);
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (type === 'array' && items !== undefined) return `readonly ${grouped(typeOf(items, indent))}[]`;
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
  if (properties !== undefined) {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(
      ([name, each]) =>
        `${comment(each.description, inner)}${inner}readonly ${propertyName(name)}${required.includes(name) ? '' : '?'}: ${typeOf(each, inner)};\n`,
    );
    return `{\n${lines.join('')}${indent}}`;
  }
  const [value] = Object.values(patternProperties ?? {});
  if (type === 'object')
    return `{ readonly [name: string]: ${value === undefined ? 'unknown' : typeOf(value, indent)} }`;
  if (type === undefined) return 'unknown';
  throw new Error(`the contract has a schema that no type is written for: ${JSON.stringify(schema)}`);
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const grouped = (type: string): string => (/^\w+$/.test(type) ? type : `(${type})`);

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/').trim()} */\n`;

const propertyName = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);
