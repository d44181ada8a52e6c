import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { buildASTSchema, extendSchema, type GraphQLSchema, parse } from 'graphql';
import type { HostKind } from '../world/links.ts';

const loaded = new Map<boolean, Promise<GraphQLSchema>>();

/** Enterprise Server publishes no schema; its added field is known. */
export function platformSchema(kind: HostKind): Promise<GraphQLSchema> {
  const isServer = kind === 'enterprise-server';
  const schema = loaded.get(isServer) ?? build(isServer ? SERVER_FIELDS : '');
  loaded.set(isServer, schema);
  return schema;
}

const SERVER_FIELDS = 'extend type User { suspendedAt: DateTime }';

async function build(more: string): Promise<GraphQLSchema> {
  const manifest = findPackageJSON('@octokit/graphql-schema', import.meta.url);
  if (manifest === undefined) throw new Error('the package @octokit/graphql-schema is not installed');
  const text = await readFile(manifest.replace(/package\.json$/, 'schema.graphql'), 'utf8');
  // Validating the schema would double the time.
  const unchecked = { assumeValid: true, assumeValidSDL: true };
  const schema = buildASTSchema(parse(text, { noLocation: true }), unchecked);
  return more === '' ? schema : extendSchema(schema, parse(more), unchecked);
}
