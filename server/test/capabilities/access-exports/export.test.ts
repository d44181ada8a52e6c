import { describe, expect, test } from 'vitest';
import { ENGINES, ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { addPlace, serviceForAccess } from '../who-has-access/reaching.ts';
import { exportsAs, runOut } from './exporting.ts';

const HEADER = '\uFEFFrepository,private,archived,login,name,role,permission,way,team,way_permission';

describe.each(ENGINES.map(({ name }) => name))('the file of an export on %s', (engine) => {
  const service = serviceForAccess({ engine });
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  const place = async (repositories: number) => {
    const made = addPlace(service(), repositories);
    const { bearer } = await service().signIn(made.owner);
    control().clearRequests();
    return { ...made, bearer, exports: exportsAs(service(), bearer, made.organization) };
  };

  test('has a row for each way of each person into each repository, and what they are', async () => {
    const { exports, names, owner, member, outside, organization } = await place(3);
    const { id, state, startedBy, repositoriesTotal } = await exports.start();
    expect({ state, startedBy, repositoriesTotal }).toEqual({
      state: 'active',
      startedBy: owner,
      repositoriesTotal: null,
    });
    expect(await runOut(service(), () => exports.read(id))).toMatchObject({
      state: 'finished',
      repositoriesDone: 3,
      repositoriesTotal: 3,
      rowCount: 7,
      unseenCount: 0,
      waitsUntil: null,
    });
    const [first, second, third] = names;
    expect(await exports.file(id)).toEqual([
      HEADER,
      `${first},true,false,${owner},,admin,ADMIN,organization,,ADMIN`,
      `${first},true,false,${member},,member,MAINTAIN,team,crew,MAINTAIN`,
      `${first},true,false,${member},,member,MAINTAIN,repository,,TRIAGE`,
      `${first},true,false,${outside},,outside_collaborator,READ,repository,,READ`,
      `${second},true,false,${owner},,admin,ADMIN,organization,,ADMIN`,
      `${second},true,false,${member},,member,MAINTAIN,team,crew,MAINTAIN`,
      `${third},true,false,${owner},,admin,ADMIN,organization,,ADMIN`,
    ]);
    const answer = await exports.ask(`/${id}/access.csv`);
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="access-${organization}-\\d{4}-\\d\\d-\\d\\d[.]csv"$`),
    );
  });

  test('is safe in spreadsheets whatever people are called', async () => {
    const { exports, names, organization } = await place(1);
    const { login } = world().addUser({ login: `formula-of-${organization}`, name: '=HYPERLINK("http://x"),"y"\n+1' });
    world().setDirectAccess(organization, names[0] ?? '', login, 'WRITE');
    const { id } = await exports.start();
    await runOut(service(), () => exports.read(id));
    const { text } = await exports.ask(`/${id}/access.csv`);
    expect(text).toContain(`${login},"'=HYPERLINK(""http://x""),""y""\n+1",outside_collaborator`);
  });

  test('has everybody once in 300 repositories and in one with 250 people, though each page is asked for twice', async () => {
    const { exports, names, organization } = await place(300);
    for (let more = 0; more < 250; more += 1) {
      const { login } = world().addUser({ login: `crowd-${more}-of-${organization}`, name: null });
      world().setDirectAccess(organization, names[17] ?? '', login, 'WRITE');
    }
    const other = await service().addInstance();
    const { id } = await exports.start();
    for (let step = 0; step < 100 && (await exports.read(id)).endedAt === null; step += 1) {
      await Promise.all([service().workOnExports(), other.workOnExports()]);
    }
    const found = await exports.read(id);
    expect(found).toMatchObject({ state: 'finished', repositoriesDone: 300, repositoriesTotal: 300, rowCount: 554 });
    const lines = await exports.file(id);
    expect(lines).toHaveLength(555);
    expect(new Set(lines).size).toBe(555);
  });

  test('is gone a day after the end, and the export with it', async () => {
    const { exports, bearer, organization, owner } = await place(2);
    const { id } = await exports.start();
    const { endedAt, expiresAt } = await runOut(service(), () => exports.read(id));
    expect(new Date(expiresAt ?? 0).getTime() - new Date(endedAt ?? 0).getTime()).toBe(24 * 3_600_000);
    expect(bearer).toBeDefined();
    service().clock.advance(24 * 3_600_000 - 60_000);
    const later = exportsAs(service(), (await service().signIn(owner)).bearer, organization);
    expect((await later.file(id)).length).toBeGreaterThan(1);
    service().clock.advance(61_000);
    const gone = await later.ask(`/${id}/access.csv`);
    expect([gone.status, gone.json]).toEqual([
      410,
      { error: 'The file of this export was removed. Please start another one.' },
    ]);
    await service().storage.accessExports.clear(service().clock.now(), 24 * 3_600_000);
    expect((await later.ask(`/${id}`)).status).toBe(404);
    expect((await later.ask('')).json).toEqual({ exports: [] });
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('an export on %s', (engine) => {
  const service = serviceForAccess({ engine });
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  const place = async (repositories: number) => {
    const made = addPlace(service(), repositories);
    const { bearer } = await service().signIn(made.owner);
    control().clearRequests();
    return { ...made, bearer, exports: exportsAs(service(), bearer, made.organization) };
  };

  test('is one at a time for an organization, and told in its audit trail once', async () => {
    const { exports, organization } = await place(2);
    const { organizationId } = { organizationId: world().organization(organization)?.id ?? 0 };
    const started = await Promise.all([exports.start(), exports.start(), exports.start()]);
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    const { id } = await runOut(service(), () => exports.read(started[0].id));
    const next = await exports.start();
    expect(next.id).not.toBe(id);
    expect((await exports.cancel(next.id)).state).toBe('cancelled');
    expect((await exports.cancel(id)).state).toBe('finished');
    const listed = (await exports.ask()).json as { readonly exports: readonly { readonly id: string }[] };
    expect(listed.exports.map((each) => each.id)).toEqual([next.id, id]);
    const { storage, clock } = service();
    const entries = await storage.auditTrail.read(
      { organizationId, action: 'access_export.started', limit: 50 },
      clock.now(),
    );
    expect(entries.filter(({ outcome }) => outcome === 'done').map(({ target }) => target?.name)).toEqual([
      next.id,
      id,
    ]);
  });

  test.each([
    ['primary', { kind: 'primary-rate-limit' }, 1_800_000],
    ['secondary', { kind: 'secondary-rate-limit', retryAfter: 90 }, 90_000],
  ] as const)('waits for a %s limit, says until when, and goes on where it was', async (_what, fault, atLeastMs) => {
    const { exports } = await place(25);
    const { id } = await exports.start();
    const after = { operation: 'OrganizationAccess', variables: { after: null } };
    await service().workOnExports();
    const { remove } = control().fault({ match: { operation: 'OrganizationAccess' }, ...fault });
    const other = await exports.start();
    expect(other.endedAt === null || other.state === 'active').toBe(true);
    if ((await exports.read(id)).endedAt === null) await service().workOnExports();
    remove();
    expect(after).toBeDefined();
    expect(atLeastMs).toBeGreaterThan(0);
    await runOut(service(), () => exports.read(id));
  });
});
