import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { buildASTSchema, type GraphQLSchema, parse } from 'graphql';

let loaded: Promise<GraphQLSchema> | null = null;

/** The platform's published schema, built once per process; that takes tenths of a second. */
export function platformSchema(): Promise<GraphQLSchema> {
  loaded ??= build();
  return loaded;
}

async function build(): Promise<GraphQLSchema> {
  const manifest = findPackageJSON('@octokit/graphql-schema', import.meta.url);
  if (manifest === undefined) throw new Error('the package @octokit/graphql-schema is not installed');
  const text = await readFile(manifest.replace(/package\.json$/, 'schema.graphql'), 'utf8');
  // The schema is known to be good, and checking it would double the time.
  return buildASTSchema(parse(text, { noLocation: true }), { assumeValid: true, assumeValidSDL: true });
}
