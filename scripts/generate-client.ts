import { readdir, readFile } from 'node:fs/promises';
import { type Content, contractDocument, type DocumentedOperation, type Schema } from './contract-document.ts';

const FOLDER = new URL('../client/src/operations/', import.meta.url);
const HEADER = '// Written by `npm run generate`. Do not edit.\n';

/** What the client knows of the service's addresses: `client/src/generated/api.ts`. */
export async function apiSource(): Promise<string> {
  const { paths, components } = await contractDocument();
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${docstring(schema.description, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    // Only the code host can sign a webhook.
    .filter(({ operation }) => !operation.tags.includes('Webhooks'));

  const types = operations.map(({ operation }) => operationType(operation));
  const addresses = operations.map(
    ({ method, path, operation }) =>
      `  ${operation.operationId}: { method: '${method}', path: '${path}', answersJson: ${answerOf(operation) !== null} },\n`,
  );
  return [
    HEADER,
    schemas.join('\n'),
    '/** Every operation: what it is sent, and what it answers with 200. */',
    `export interface Operations {\n${types.join('')}}\n`,
    '/** Where every operation is. */',
    `export const ADDRESSES = {\n${addresses.join('')}} as const;\n`,
  ].join('\n');
}

/** The texts of the proxied documents, and the types of each: `client/src/generated/queries.ts`. */
export async function queriesSource(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  const names = files.map((file) => file.replace('.graphql', ''));
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, FOLDER), 'utf8')));
  const imported = names.flatMap((name) => [`${name}Query`, `${name}QueryVariables`]).sort();
  return [
    HEADER,
    `import type {\n${imported.map((name) => `  ${name},\n`).join('')}} from './operations.ts';\n`,
    '/** Variables and data of every operation that may be proxied. */',
    `export interface Queries {\n${names
      .map(
        (name) => `  readonly ${name}: { readonly variables: ${name}QueryVariables; readonly data: ${name}Query };\n`,
      )
      .join('')}}\n`,
    '/** The document of each. */',
    `export const DOCUMENTS: Readonly<Record<keyof Queries, string>> = {\n${names
      .map((name, index) => `  ${name}: \`${texts[index]}\`,\n`)
      .join('')}};\n`,
  ].join('\n');
}

function operationType(operation: DocumentedOperation): string {
  const sent = {
    path: parametersType(operation, 'path'),
    // Every query of the contract can be left out as a whole.
    'query?': parametersType(operation, 'query'),
    body: jsonType(operation.requestBody?.content),
  };
  const input = Object.entries(sent).flatMap(([place, type]) => (type === null ? [] : [`readonly ${place}: ${type}`]));
  return [
    docstring(operation.summary, '  '),
    `  readonly ${operation.operationId}: {\n`,
    `    readonly sent: ${input.length === 0 ? 'Record<never, never>' : `{ ${input.join('; ')} }`};\n`,
    `    readonly answer: ${answerOf(operation) ?? 'never'};\n`,
    '  };\n',
  ].join('');
}

const answerOf = ({ responses }: DocumentedOperation): string | null => jsonType(responses['200']?.content);

function jsonType(content: Content | undefined): string | null {
  const schema = content?.['application/json']?.schema;
  return schema === undefined ? null : typeOf(schema, '    ');
}

function parametersType({ parameters = [] }: DocumentedOperation, place: string): string | null {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return null;
  const fields = own.map(
    ({ name, required, schema }) => `readonly ${name}${required === true ? '' : '?'}: ${typeOf(schema, '')}`,
  );
  return `{ ${fields.join('; ')} }`;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return typeof schema.const === 'string' ? `'${schema.const}'` : String(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.type === 'array') return `readonly ${grouped(typeOf(schema.items ?? {}, indent))}[]`;
  if (schema.type === 'object') return objectType(schema, indent);
  return PLAIN[schema.type ?? ''] ?? 'unknown';
}

const grouped = (type: string): string => (type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type);

function objectType({ properties, required = [] }: Schema, indent: string): string {
  if (properties === undefined || Object.keys(properties).length === 0) return 'Readonly<Record<string, unknown>>';
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${docstring(descriptionOf(schema), inner)}${inner}readonly ${name}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

/** Of a field that may be null, the description is that of its other half. */
const descriptionOf = ({ description, anyOf }: Schema): string | undefined => description ?? anyOf?.[0]?.description;

const docstring = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text} */\n`;
