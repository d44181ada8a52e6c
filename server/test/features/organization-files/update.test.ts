import type { NamedFile } from '@orgdesk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { cases } from '../../support/random/properties.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { applied, filesAs, lineOf, renamed } from './files-as.ts';
import { addGenerated, type GeneratedOrganization, organizations } from './generated-organizations.ts';

const service = sharedService({ hostKind: 'enterprise-server' });

/** Owns only some people, and nothing exactly. */
const loosened = (files: readonly NamedFile[]): readonly NamedFile[] =>
  files.map(({ name, text }) => ({ name, text: text.replaceAll('mode: exact', 'mode: add-only') }));

/** Owns only some sections and keys. */
const partly = (files: readonly NamedFile[]): readonly NamedFile[] =>
  files.map(({ name, text }) => {
    const content = parse(text);
    delete content.people?.members;
    for (const team of Object.values<Record<string, unknown>>(content.teams?.entries ?? {})) {
      delete team.members;
      delete team.privacy;
      delete team.parent;
    }
    return { name, text: stringify(content) };
  });

describe('files that are updated', () => {
  const forms = { exact: (files: readonly NamedFile[]) => files, loosened, partly };

  test.each(Object.keys(forms) as (keyof typeof forms)[])(
    'say what any organization is, whatever they said before (%s)',
    async (form) => {
      const { bearer } = await service().signIn('ada');
      async function updates(one: GeneratedOrganization, other: GeneratedOrganization, query: string) {
        const now = addGenerated(service(), one, false);
        const before = addGenerated(service(), other, false);
        const imported = await filesAs(service(), bearer, before).importFiles(query);
        const files = filesAs(service(), bearer, now);
        const after = await files.updated(renamed(forms[form](imported), before, now));
        const { plan, problems } = await files.checkPlan(after);
        expect(problems).toEqual([]);
        expect(plan?.steps.map(lineOf)).toEqual([]);
        expect(await files.updated(after)).toEqual(after);
      }
      const layouts = fc.constantFrom('', '?layout=one-file');
      await fc.assert(fc.asyncProperty(organizations, organizations, layouts, updates), {
        ...cases({ brief: 2, full: 20 }),
        endOnFailure: true,
      });
    },
  );
});

const HEAD = `# Owned by the platform group.
version: 1
organization: ORGANIZATION

`;

test.each([
  [
    'lists in lines',
    `people:
  mode: exact
  owners:
  - OWNER # founder
  # people of the office
  members:
  - ANNA   # since 2019

  - CARL
`,
    `people:
  mode: exact
  owners:
  - OWNER # founder
  # people of the office
  members:
  - ANNA # since 2019
  - BERT
`,
  ],
  [
    'lists in brackets',
    `people: {mode: exact, owners: [OWNER], members: ["ANNA", CARL]} # all
`,
    `people: {mode: exact, owners: [OWNER], members: ["ANNA", BERT]} # all
`,
  ],
])('keep comments, order and indentation: %s', async (_form, before, after) => {
  const { organization, owner, newcomer } = addOrganization(service());
  const { world } = service().simulator;
  const [anna = '', bert = '', carl = ''] = [newcomer(), newcomer(), newcomer()];
  for (const login of [anna, bert]) world.addMembership({ organization, login });
  const { bearer } = await service().signIn(owner);
  const named = (text: string) =>
    `${HEAD}${text}`
      .replaceAll('ORGANIZATION', organization)
      .replaceAll('OWNER', owner)
      .replaceAll('ANNA', anna)
      .replaceAll('BERT', bert)
      .replaceAll('CARL', carl);
  const files = [{ name: 'organization.yaml', text: named(before) }];
  expect(await filesAs(service(), bearer, organization).updated(files)).toEqual([
    { name: 'organization.yaml', text: named(after) },
  ]);
});

test('a new team gets a file beside the others, the file of a deleted one is removed, and a renamed person is renamed', async () => {
  const { organization, owner, newcomer } = addOrganization(service());
  const { control, world } = service().simulator;
  const person = newcomer();
  world.addMembership({ organization, login: person });
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  const text = `version: 1\nteams: {entries: {new-team: {members: [${person}]}}}`;
  await applied(service(), bearer, await files.plan([{ name: 'a.yaml', text }]));
  control.platform.renameUser(person, `${person}-now`);
  const sent = [
    {
      name: 'acme/organization.yaml',
      text: `version: 1\npeople:\n  members:\n    - ${person} # knows all\nteams: {mode: exact, entries: {}}\n`,
    },
    { name: 'acme/teams/old.yaml', text: 'version: 1\nteams: {entries: {old: {}}}\n' },
  ];
  const updated = await files.updated(sent);
  expect(updated.map(({ name }) => name).toSorted()).toEqual(['acme/organization.yaml', 'acme/teams/new-team.yaml']);
  expect(updated.find(({ name }) => name === 'acme/organization.yaml')?.text).toContain(`- ${person}-now # knows all`);
});

test('files of another organization are not touched, and an empty file that was empty stays', async () => {
  const { organization, owner } = addOrganization(service());
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  const other = [{ name: 'a.yaml', text: 'version: 1\norganization: another\npeople: {owners: [nobody]}\n' }];
  await expect(files.updated(other)).rejects.toThrow(`This is not \\"${organization}\\".`);
  const empty = [{ name: 'a.yaml', text: 'version: 1\nteams: {entries: {}}\n' }];
  expect(await files.updated(empty)).toEqual(empty);
});

test('a team that kept its former slug, or that should be absent, is written as it is', async () => {
  const { organization, owner } = addOrganization(service());
  const { world } = service().simulator;
  world.addTeam({ organization, name: 'infra' });
  world.addTeam({ organization, name: 'legacy' });
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  const text = `version: 1
teams:
  entries:
    core: # of the office
      previously: infra
      description: ""
    child:
      parent: core
    legacy:
      absent: true # soon
`;
  const [updated] = await files.updated([{ name: 'teams.yaml', text }]);
  expect(updated?.text.split('    legacy:')[0]).toBe(`version: 1
teams:
  entries:
    infra:
      # of the office
      description: ""
`);
  expect(parse(updated?.text ?? '')?.teams.entries.legacy).toMatchObject({ privacy: 'closed', members: [] });
  expect((await files.plan([{ name: 'teams.yaml', text: updated?.text ?? '' }])).steps).toEqual([]);
});
