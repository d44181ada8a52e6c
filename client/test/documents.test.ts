import { readFile } from 'node:fs/promises';
import { buildSchema, type GraphQLSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALLOWLIST } from '../../server/src/features/graphql-proxy/check-document.ts';
import { type Service, startService } from '../../server/test/support/service/start-service.ts';
import { DOCUMENTS, type Queries } from '../src/generated/queries.ts';
import { createClient } from '../src/index.ts';

const NAMES = Object.keys(DOCUMENTS) as (keyof Queries)[];

test('there is a document for each of the eleven operations', () => {
  expect(NAMES.toSorted()).toEqual([...ALLOWLIST.keys()].toSorted());
  expect(NAMES).toHaveLength(11);
});

describe("a document, under the platform's published schema", () => {
  let schema: GraphQLSchema;
  beforeAll(async () => {
    const file = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'));
    // The published file is not quite valid by the letter: some fields are deprecated in types but not in interfaces.
    schema = buildSchema(await readFile(file, 'utf8'), { assumeValid: true });
  });

  test.each(NAMES)('%s is valid and uses nothing deprecated', (name) => {
    const rules = [...specifiedRules, NoDeprecatedCustomRule];
    expect(validate(schema, parse(DOCUMENTS[name]), rules)).toEqual([]);
  });

  test.each(NAMES)('%s declares the variables of the allowlist [GP-8]', (name) => {
    const [operation] = parse(DOCUMENTS[name]).definitions;
    if (operation?.kind !== 'OperationDefinition') throw new Error('not an operation');
    const declared = (operation.variableDefinitions ?? []).map(({ variable, type }) => [
      variable.name.value,
      type.kind === 'NonNullType' ? 'text' : 'text-or-nothing',
    ]);
    expect(Object.fromEntries(declared)).toEqual(ALLOWLIST.get(name)?.variables);
  });
});

describe.each([
  ['', false],
  [' where only such documents may be proxied', true],
])('a document, against the simulated code host%s', (_where, onlyShippedDocuments) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ onlyShippedDocuments });
  });
  afterAll(() => service.close());

  const VARIABLES: { readonly [Name in keyof Queries]: Queries[Name]['variables'] } = {
    ViewerProfile: {},
    OrganizationSummary: { login: 'acme' },
    OrganizationMembers: { login: 'acme' },
    OrganizationTeams: { login: 'acme', after: null },
    TeamMembers: { login: 'acme', teamSlug: 'platform' },
    RepositoryContributors: { owner: 'acme', name: 'api' },
    OrgRepositories: { login: 'acme' },
    RepoScoringData: { owner: 'acme', name: 'api' },
    OrgTeamsData: { login: 'acme' },
    OrgScoringData: { login: 'acme' },
    OrganizationRepositories: { login: 'acme' },
  };

  test.each(NAMES)('%s answers data, whole', async (name) => {
    const { id } = await service.signIn('ada');
    const outcome = await createClient({ baseUrl: service.url, sessionToken: id }).query(name, VARIABLES[name]);
    expect(outcome).toEqual({ data: expect.any(Object), withheld: [], status: 200 });
    expect(Object.values(outcome.data ?? {})).toEqual([expect.any(Object)]);
  });
});
