import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/*
 * Takes from the published descriptions of the code host's REST API what tests compare our calls with. The package is large
 * and needed for nothing else:
 *
 *   npx --yes --package @octokit/openapi@23.0.2 -c "node scripts/generate/extract-descriptions.ts"
 */

const HOSTS = ['api.github.com', 'ghec', 'ghes-3.19'] as const;

/** Every call that the service or a test makes. One that is missing for a kind of host does not exist there. */
const CALLS = [
  'POST /app-manifests/{code}/conversions',
  'GET /app',
  'GET /app/hook/config',
  'PATCH /app/hook/config',
  'GET /app/hook/deliveries',
  'GET /app/hook/deliveries/{delivery_id}',
  'POST /app/hook/deliveries/{delivery_id}/attempts',
  'GET /app/installation-requests',
  'GET /app/installations',
  'GET /app/installations/{installation_id}',
  'POST /app/installations/{installation_id}/access_tokens',
  'POST /applications/{client_id}/token',
  'GET /apps/{app_slug}',
  'GET /installation/repositories',
  'GET /meta',
  'GET /orgs/{org}',
  'GET /orgs/{org}/failed_invitations',
  'GET /orgs/{org}/installation',
  'GET /orgs/{org}/invitations',
  'POST /orgs/{org}/invitations',
  'DELETE /orgs/{org}/invitations/{invitation_id}',
  'GET /orgs/{org}/invitations/{invitation_id}/teams',
  'GET /orgs/{org}/members',
  'DELETE /orgs/{org}/members/{username}',
  'GET /orgs/{org}/memberships/{username}',
  'PUT /orgs/{org}/memberships/{username}',
  'DELETE /orgs/{org}/memberships/{username}',
  'GET /orgs/{org}/organization-roles',
  'GET /orgs/{org}/organization-roles/{role_id}/users',
  'GET /orgs/{org}/organization-roles/{role_id}/teams',
  'GET /orgs/{org}/outside_collaborators',
  'PUT /orgs/{org}/outside_collaborators/{username}',
  'DELETE /orgs/{org}/outside_collaborators/{username}',
  'GET /orgs/{org}/personal-access-tokens',
  'POST /orgs/{org}/personal-access-tokens/{pat_id}',
  'GET /orgs/{org}/teams',
  'POST /orgs/{org}/teams',
  'GET /orgs/{org}/teams/{team_slug}',
  'PATCH /orgs/{org}/teams/{team_slug}',
  'DELETE /orgs/{org}/teams/{team_slug}',
  'GET /orgs/{org}/teams/{team_slug}/teams',
  'GET /orgs/{org}/teams/{team_slug}/invitations',
  'GET /orgs/{org}/teams/{team_slug}/repos',
  'GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
  'PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
  'DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
  'GET /orgs/{org}/teams/{team_slug}/members',
  'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
  'PUT /orgs/{org}/teams/{team_slug}/memberships/{username}',
  'DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}',
  'GET /rate_limit',
  'GET /repos/{owner}/{repo}',
  'GET /repos/{owner}/{repo}/collaborators',
  'PUT /repos/{owner}/{repo}/collaborators/{username}',
  'DELETE /repos/{owner}/{repo}/collaborators/{username}',
  'GET /repos/{owner}/{repo}/invitations',
  'DELETE /repos/{owner}/{repo}/invitations/{invitation_id}',
  'GET /user',
  'GET /user/installations',
  'GET /user/memberships/orgs',
  'GET /user/memberships/orgs/{org}',
  'GET /users/{username}',
];

const OUTPUT = new URL('../../simulator/test/fixtures/published-calls.json', import.meta.url);

type Json = ReturnType<typeof JSON.parse>;

const folder = packageFolder();
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const hosts = Object.fromEntries(HOSTS.map((host) => [host, extractOf(host)]));
writeFileSync(OUTPUT, textOf({ source: `@octokit/openapi ${version}`, calls: CALLS, hosts }));

/** Finds the package beside the folder of programs that npx adds to the path. */
function packageFolder(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).map((bin) => join(bin, '..', '@octokit', 'openapi'));
  const found = folders.find((each) => existsSync(join(each, 'generated')));
  if (found === undefined)
    throw new Error('@octokit/openapi was not found: run this script as described in its first comment');
  return found;
}

/** The calls of one kind of host, with whatever their schemas refer to. */
function extractOf(host: string): Json {
  const document = JSON.parse(readFileSync(join(folder, 'generated', `${host}.json`), 'utf8'));
  const calls: Record<string, Json> = {};
  for (const call of CALLS) {
    const [method = '', path = ''] = call.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (operation !== undefined) calls[call] = callOf(operation, document);
  }
  const schemas: Record<string, Json> = {};
  const collect = (node: Json): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in schemas) continue;
      schemas[name] = bare(document.components.schemas[name]);
      collect(schemas[name]);
    }
  };
  collect(calls);
  return { calls, schemas };
}

function callOf({ parameters = [], requestBody, responses }: Json, document: Json): Json {
  const resolved = (node: Json): Json =>
    typeof node?.$ref === 'string'
      ? node.$ref
          .split('/')
          .slice(1)
          .reduce((inner: Json, name: string) => inner[name], document)
      : node;
  const schemaOf = (node: Json): Json => bare(resolved(node)?.content?.['application/json']?.schema ?? null);
  const queries = parameters.map(resolved).filter((parameter: Json) => parameter.in === 'query');
  return {
    query: Object.fromEntries(queries.map(({ name, schema }: Json) => [name, bare(schema)])),
    body: schemaOf(requestBody),
    answers: Object.fromEntries(Object.entries(responses).map(([status, answer]) => [status, schemaOf(answer)])),
  };
}

/** A schema without what only people read. */
function bare(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema as Record<string, Json>)
      .filter(([key]) => !/^(description|title|examples?|externalDocs|deprecated|x-.*)$/.test(key))
      .map(([key, value]) => [key, key === 'properties' ? each(value) : bare(value)]),
  );
}

/** Names of properties are not keywords. */
function each(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, bare(schema)]));
}

/** With a line for each call and each schema, so that a change can be read. */
function textOf(extract: Json): string {
  const linesOf = (record: Record<string, Json>) =>
    Object.entries(record)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n');
  const ofHosts = Object.entries(extract.hosts as Record<string, Json>).map(
    ([host, { calls, schemas }]) =>
      `${JSON.stringify(host)}:{"calls":{\n${linesOf(calls)}\n},"schemas":{\n${linesOf(schemas)}\n}}`,
  );
  const { source, calls } = extract;
  return `{"source":${JSON.stringify(source)},\n"calls":${JSON.stringify(calls)},\n"hosts":{${ofHosts.join(',\n')}}}\n`;
}
