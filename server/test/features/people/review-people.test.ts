import type { PeopleReviewLine } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { withoutTrail } from '../../support/databases/without-trail.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addOrganization, type Line, linesOf, peopleOf, reviewOf, wholeList, withheldIn } from './people.ts';

type Finding = Extract<PeopleReviewLine, { readonly kind: 'finding' }>;

/** Findings with the logins or slugs of those they are about. */
const findingsIn = (lines: readonly Line[]) =>
  (linesOf(lines, 'finding') as readonly Finding[]).map((finding) => [
    finding.finding,
    'teams' in finding ? finding.teams.map(({ slug }) => slug) : finding.people.map(({ login }) => login),
  ]);

describe('whom and what to look at', () => {
  const { service, world, control, signIn } = stoppedService();

  /** An organization with one of everything. */
  const setUp = () => {
    const made = addOrganization(service(), 2);
    const { organization, owner, add } = made;
    const [inTeam = '', withoutTeam = ''] = made.logins;
    const weak = add(`weak-${organization}`).login;
    const texting = add(`texting-${organization}`, 'admin').login;
    world().updateUser(weak, { secondFactor: 'none' });
    world().updateUser(texting, { secondFactor: 'insecure' });
    const outside = world().addUser({ login: `outside-${organization}`, secondFactor: 'none' }).login;
    for (const name of ['plans', 'notes', 'quiet']) world().addRepository({ owner: organization, name });
    world().setDirectAccess(organization, 'plans', outside, 'ADMIN');
    world().setDirectAccess(organization, 'notes', outside, 'TRIAGE');
    world().addTeam({ organization, name: 'Above', repositories: [{ name: 'plans' }] });
    world().addTeam({ organization, name: 'Below', parent: 'above', members: [{ login: inTeam }, { login: weak }] });
    world().addTeam({ organization, name: 'Empty', repositories: [{ name: 'plans' }] });
    const findings = [
      ['owners', [owner, texting]],
      ['no-second-factor', [weak, outside]],
      ['insecure-second-factor', [texting]],
      ['in-no-team', [withoutTeam]],
      ['team-without-people', ['empty']],
      ['team-without-repositories', ['below']],
      ['outside-collaborators', [outside]],
    ] as const;
    return { ...made, weak, texting, outside, findings };
  };

  test('is told to owners, a line for each finding, with where people from outside are', async () => {
    const { organization, owner, outside, findings } = setUp();
    const { lines } = await wholeList(reviewOf(service(), organization), await signIn(owner));
    expect(findingsIn(lines)).toEqual(findings);
    expect(linesOf(lines, 'finding').at(-1)).toMatchObject({
      people: [
        {
          login: outside,
          role: 'outside_collaborator',
          repositories: [
            { name: 'notes', permission: 'TRIAGE' },
            { name: 'plans', permission: 'ADMIN' },
          ],
        },
      ],
    });
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });

  test('is told of nobody too, and no repository is asked about when nobody is outside', async () => {
    const { organization, owner } = addOrganization(service(), 0);
    const { lines } = await wholeList(reviewOf(service(), organization), await signIn(owner));
    expect(findingsIn(lines)).toEqual([
      ['owners', [owner]],
      ['no-second-factor', []],
      ['insecure-second-factor', []],
      ['in-no-team', []],
      ['team-without-people', []],
      ['team-without-repositories', []],
      ['outside-collaborators', []],
    ]);
    expect(control().count({ path: '/graphql', operation: 'OrganizationAccess' })).toBe(0);
  });

  test.each([
    ['/members', ['no-second-factor', 'insecure-second-factor'], ['second-factors']],
    [
      '/outside_collaborators',
      ['no-second-factor', 'insecure-second-factor', 'outside-collaborators'],
      ['outside-collaborators', 'second-factors'],
    ],
  ])('lacks what %s would have told, and says so', async (path, lacking, parts) => {
    const { organization, owner, findings } = setUp();
    const headers = await signIn(owner);
    control().fault({ kind: 'bad-gateway-html', match: { path: `/orgs/${organization}${path}` } });
    const { lines } = await wholeList(reviewOf(service(), organization), headers);
    expect(findingsIn(lines)).toEqual(findings.filter(([finding]) => !lacking.includes(finding)));
    expect(withheldIn(lines)).toEqual(parts.map((part) => [part, 'unreachable', null]));
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test.each([
    ['OrganizationTeams', ['in-no-team', 'team-without-people', 'team-without-repositories'], ['teams']],
    ['OrganizationAccess', [], ['repositories']],
  ])('lacks what %s would have told, and says so', async (operation, lacking, parts) => {
    const { organization, owner, findings } = setUp();
    const headers = await signIn(owner);
    control().fault({ kind: 'reset', match: { path: '/graphql', operation } });
    const { lines } = await wholeList(reviewOf(service(), organization), headers);
    expect(findingsIn(lines)).toEqual(findings.filter(([finding]) => !lacking.includes(finding)));
    expect(withheldIn(lines)).toEqual(parts.map((part) => [part, 'unreachable', null]));
  });

  test('asks about no repository after a limit', async () => {
    const { organization, owner } = setUp();
    const headers = await signIn(owner);
    control().fault({ kind: 'primary-rate-limit', match: { operation: 'OrganizationTeams' } });
    const { lines } = await wholeList(reviewOf(service(), organization), headers);
    expect(withheldIn(lines)).toEqual([
      ['teams', 'rate-limited', null],
      ['repositories', 'rate-limited', null],
    ]);
    expect(control().count({ operation: 'OrganizationAccess' })).toBe(0);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('finds nobody in no team when some people of a team are not told', async () => {
    const { organization, owner, logins } = addOrganization(service(), 120);
    world().addTeam({ organization, name: 'Large', members: logins.map((login) => ({ login })) });
    const headers = await signIn(owner);
    const address = reviewOf(service(), organization);
    expect(findingsIn((await wholeList(address, headers)).lines)).toContainEqual(['in-no-team', []]);
    control().fault({ kind: 'reset', match: { path: '/graphql', operation: 'TeamPeople' } });
    const { lines } = await wholeList(address, headers);
    expect(findingsIn(lines).map(([finding]) => finding)).not.toContain('in-no-team');
    expect(withheldIn(lines)).toEqual([['teams', 'unreachable', 'large']]);
  });

  test('names nobody from outside a second time, and follows a repository with many of them', async () => {
    const { organization, owner } = addOrganization(service());
    world().addRepository({ owner: organization, name: 'open' });
    const logins = Array.from({ length: 130 }, (_, index) => `out-${index}-${organization}`);
    for (const login of logins) {
      world().addUser({ login });
      world().setDirectAccess(organization, 'open', login, 'READ');
    }
    const { lines } = await wholeList(reviewOf(service(), organization), await signIn(owner));
    const outside = linesOf(lines, 'finding').at(-1);
    expect(outside).toMatchObject({ finding: 'outside-collaborators', people: { length: 130 } });
    for (const person of (outside as { readonly people: readonly object[] }).people) {
      expect(person).toMatchObject({ repositories: [{ name: 'open', permission: 'READ' }] });
    }
  });

  const entriesOf = async (organizationId: number) =>
    (await service().storage.auditTrail.read({ organizationId, limit: 50 }, service().clock.now())).filter(
      ({ action }) => action === 'people.reviewed',
    );

  test('leaves one entry in the audit log for an hour of a session, without a name, also for the list', async () => {
    const { organization, organizationId, owner, ownerId } = setUp();
    const headers = await signIn(owner);
    for (const address of [reviewOf, peopleOf, reviewOf]) {
      expect((await wholeList(address(service(), organization), headers)).lines.at(-1)).toMatchObject({
        isComplete: true,
      });
      service().clock.advance(61_000);
    }
    const entries = await entriesOf(organizationId);
    expect(entries).toMatchObject([
      {
        way: 'api',
        outcome: 'done',
        actor: { id: ownerId, login: owner },
        target: null,
        after: { withoutSecondFactor: 2, withInsecureOne: 1 },
        requestId: expect.any(String),
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/weak-|texting-|outside-/);
    service().clock.advance(3_600_000);
    await wholeList(peopleOf(service(), organization), headers);
    expect(await entriesOf(organizationId)).toHaveLength(2);
    const named = service().logLines.filter((line) => line.includes(`-${organization}`) || line.includes('member-'));
    expect(named).toEqual([]);
  });

  test('names nobody with a weak second factor while the audit log cannot be written', async () => {
    const { organization, owner, login, outside } = { ...setUp(), login: 'weak-' };
    const headers = await signIn(owner);
    await withoutTrail(service().databaseUrl, async () => {
      for (const address of [peopleOf, reviewOf]) {
        const { lines } = await wholeList(address(service(), organization), headers);
        expect(withheldIn(lines)).toEqual([['second-factors', 'unreachable', null]]);
        expect(linesOf(lines, 'second-factors')).toEqual([]);
        expect(findingsIn(lines).map(([finding]) => finding)).not.toContain('no-second-factor');
        expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
      }
      const { json } = await fetchOnce(`${peopleOf(service(), organization)}/${outside}`, { headers });
      expect(json).toMatchObject({ secondFactor: null, withheld: [{ part: 'second-factors' }] });
    });
    const { lines } = await wholeList(reviewOf(service(), organization), headers);
    expect(JSON.stringify(linesOf(lines, 'finding')[1])).toContain(login);
  });

  test('is read as often as it is asked for, but who has a weak second factor once a minute', async () => {
    const { organization, owner } = setUp();
    const headers = await signIn(owner);
    const factors = () => control().count({ path: `/orgs/${organization}/members` });
    const review = () => wholeList(reviewOf(service(), organization), headers);
    await Promise.all([review(), review(), wholeList(peopleOf(service(), organization), headers)]);
    expect(factors()).toBe(2);
    await review();
    expect(factors()).toBe(2);
    service().clock.advance(61_000);
    await review();
    expect(factors()).toBe(4);
  });
});
