import type { PersonInOrganizationLine } from '@orgdesk/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganizations, ofKind, readPerson, reasonsOf } from './across.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a person in all organizations, on %s,', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });
  const idOf = (login: string) => world().needUser(login).id;
  const inEach = (lines: Parameters<typeof ofKind>[0]): ReadonlyMap<number, PersonInOrganizationLine> =>
    new Map(
      (ofKind(lines, 'organization') as readonly PersonInOrganizationLine[]).map((line) => [line.organization, line]),
    );

  test('has a line for each, with role, teams, repositories and invitations to and from them', async () => {
    const { owner, organizations } = addOrganizations(service(), 3);
    const [first, second, third] = organizations;
    const person = first?.logins[0] ?? '';
    world().updateUser(person, { secondFactor: 'none' });
    world().addTeam({ organization: first?.organization ?? '', name: 'Crew', members: [{ login: person }] });
    world().addRepository({ owner: second?.organization ?? '', name: 'plans', isPrivate: true });
    world().setDirectAccess(second?.organization ?? '', 'plans', person, 'WRITE');
    world().invite({ organization: third?.organization ?? '', login: person, by: owner });
    world().setRole(first?.organization ?? '', person, 'admin');
    world().invite({ organization: first?.organization ?? '', email: 'late@mail.example', by: person });

    const { status, lines } = await readPerson(service(), await signIn(owner), person.toUpperCase());
    expect(status).toBe(200);
    expect(ofKind(lines, 'person')).toEqual([{ kind: 'person', id: idOf(person), login: person }]);
    const each = inEach(lines);
    expect(each.get(first?.organizationId ?? 0)).toMatchObject({
      role: 'admin',
      secondFactor: 'disabled',
      teams: [{ slug: 'crew', role: 'member' }],
      sentInvitations: [{ email: 'late@mail.example' }],
      receivedInvitations: [],
      withheld: [],
    });
    expect(each.get(second?.organizationId ?? 0)).toMatchObject({
      role: 'outside_collaborator',
      repositories: { count: 1, isComplete: true },
    });
    expect(each.get(third?.organizationId ?? 0)).toMatchObject({
      role: null,
      repositories: null,
      teams: [],
      receivedInvitations: [{ login: person }],
    });
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });

  test('has what they did and what was done to them, but not what another account did under the login', async () => {
    const {
      owner,
      organizations: [added],
    } = addOrganizations(service(), 1);
    const { organization = '', organizationId = 0, logins: [person = ''] = [] } = added ?? {};
    const entry = (actor: readonly [number, string], target: readonly [number | null, string], note: string) => ({
      organization: { id: organizationId, login: organization },
      action: 'member.added',
      way: 'webhook' as const,
      actor: { id: actor[0], login: actor[1] },
      target: { kind: 'person' as const, id: target[0], name: target[1] },
      before: {},
      after: { note },
      requestId: null,
      deliveryId: null,
    });
    const id = idOf(person);
    await service().storage.auditTrail.record(
      [
        entry([id, person], [9, 'somebody'], 'by them'),
        entry([8, 'somebody'], [id, person.toUpperCase()], 'about them'),
        entry([8, 'somebody'], [null, person], 'about the login'),
        entry([7, person], [9, 'somebody'], 'by a former owner of the login'),
        entry([8, 'somebody'], [7, person], 'about a former owner of the login'),
        entry([8, 'somebody'], [9, 'somebody'], 'of others'),
      ],
      service().clock.now(),
    );
    const { lines } = await readPerson(service(), await signIn(owner), person);
    const [{ entries, hasMore } = { entries: null, hasMore: true }] = ofKind(lines, 'entries');
    expect(entries?.map(({ after }) => after.note)).toEqual(['about the login', 'about them', 'by them']);
    expect(hasMore).toBe(false);
  });

  test('is known by account: the login of another is refused', async () => {
    const {
      owner,
      organizations: [organization],
    } = addOrganizations(service(), 1);
    const person = organization?.logins[0] ?? '';
    const headers = await signIn(owner);
    expect((await readPerson(service(), headers, `${person}?id=${idOf(person)}`)).status).toBe(200);
    expect(await readPerson(service(), headers, `${person}?id=${idOf(owner)}`)).toMatchObject({ status: 409 });
    for (const nobody of ['nobody-at-all', '..%2F..%2Fuser', 'acme'])
      expect([nobody, (await readPerson(service(), headers, nobody)).status]).toEqual([nobody, 404]);
  });

  test('may be oneself', async () => {
    const { owner, organizations } = addOrganizations(service(), 2);
    const { lines } = await readPerson(service(), await signIn(owner), owner);
    expect([...inEach(lines).values()].map(({ role }) => role)).toEqual(organizations.map(() => 'admin'));
  });

  test('has a cause where an organization cannot be read, and is not taken to be missing from it', async () => {
    const { owner, organizations } = addOrganizations(service(), 3);
    const [signOn, lost, whole] = organizations;
    const person = whole?.logins[0] ?? '';
    const headers = await signIn(owner);
    world().updateOrganization(signOn?.organization ?? '', { samlEnforced: true });
    world().setRole(lost?.organization ?? '', owner, 'member');
    const { lines } = await readPerson(service(), headers, person);
    const reasons = reasonsOf(lines);
    expect(organizations.map(({ organizationId }) => reasons.get(organizationId))).toEqual([
      'single-sign-on',
      'not-an-owner',
      null,
    ]);
    expect([...inEach(lines).keys()]).toEqual([whole?.organizationId]);
    expect(ofKind(lines, 'entries').map(({ organization }) => organization)).toEqual([whole?.organizationId]);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('names what could not be read', async () => {
    const {
      owner,
      organizations: [organization],
    } = addOrganizations(service(), 1);
    const person = organization?.logins[0] ?? '';
    const headers = await signIn(owner);
    control().fault({ kind: 'bad-gateway-html', match: { path: `/orgs/${organization?.organization}/invitations` } });
    onTestFinished(() => control().clearFaults());
    const { lines } = await readPerson(service(), headers, person);
    const [line] = inEach(lines).values();
    expect(line).toMatchObject({ role: 'member', sentInvitations: null, receivedInvitations: null });
    expect(line?.withheld).toMatchObject([{ part: 'invitations', reason: 'unreachable' }]);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('is looked up for nobody who owns no organization', async () => {
    const headers = await signIn('edsger');
    const { status, lines } = await readPerson(service(), headers, 'grace');
    expect(status).toBe(200);
    expect(lines).toEqual([
      { kind: 'organizations', organizations: [] },
      { kind: 'end', isComplete: true },
    ]);
    expect(control().count()).toBe(0);
  });
});
