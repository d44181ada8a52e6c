import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { liftsOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();

async function setUp() {
  const made = await addOrganizationWithFiles(service());
  const { organization, world, files } = made;
  const keep = async (text: string) => {
    const named = fileOf(text);
    const plan = await files.plan(named);
    const answer = await files.askApply(plan, liftsOf(plan), named);
    expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
  };
  const dangersOf = async (text: string) =>
    (await files.plan(fileOf(text))).dangers.map(({ kind, names }) => [kind, names]);
  /** The account leaves, and its login goes to another one. */
  const handOver = (login: string) => {
    world.removeMembership(organization, login);
    world.renameUser(login, `${login}-before`);
    world.addUser({ login });
  };
  return { ...made, keep, dangersOf, handOver };
}

describe('a login that belongs to another account than when files were applied last', () => {
  test('is a danger of a plan that invites, adds or promotes it', async () => {
    const { organization, owner, world, member, newcomer, keep, dangersOf, handOver } = await setUp();
    const [invited, promoted, collaborator] = [newcomer(), member(), newcomer()];
    world.setDirectAccess(organization, 'api', collaborator, 'READ');
    const outside = (permission: string) => `outsideCollaborators: {entries: {${collaborator}: {api: ${permission}}}}`;
    await keep(`people: {owners: [${owner}], members: [${invited}, ${promoted}]}\n${outside('pull')}`);
    expect(await dangersOf(`people: {owners: [${owner}], members: [${invited}, ${promoted}]}`)).toEqual([]);

    for (const login of [invited, promoted, collaborator]) handOver(login);
    expect(await dangersOf(`people: {members: [${promoted.toUpperCase()}]}`)).toEqual([
      ['other-account', [promoted.toUpperCase()]],
    ]);
    expect(await dangersOf(outside('push'))).toEqual([['other-account', [collaborator]]]);
    world.addMembership({ organization, login: promoted });
    expect(await dangersOf(`people: {owners: [${owner}, ${promoted}]}`)).toEqual([
      ['new-owners', [promoted]],
      ['other-account', [promoted]],
    ]);
    expect(await dangersOf(`teams: {entries: {core: {members: [${promoted}]}}}`)).toEqual([
      ['other-account', [promoted]],
    ]);
  });

  test('is a danger where the files listed it before and it is a member again, until it was confirmed', async () => {
    const { organization, world, member, keep, dangersOf, handOver } = await setUp();
    const listed = member();
    const text = `people: {members: [${listed}]}`;
    await keep(text);
    handOver(listed);
    world.addMembership({ organization, login: listed });
    expect(await dangersOf(text)).toEqual([['other-account', [listed]]]);
    await keep(text);
    expect(await dangersOf(text)).toEqual([]);
  });

  test('is none where files were applied before accounts were kept, or did not name it', async () => {
    const { organizationId, owner, ownerId, member, keep, dangersOf, handOver } = await setUp();
    const [listed, other] = [member(), member()];
    const text = `people: {members: [${listed}]}`;
    await keep(text);
    const { appliedFiles } = service().storage;
    const kept = await appliedFiles.find(organizationId);
    expect(kept?.accounts).toEqual([{ id: expect.any(Number), login: listed }]);
    for (const login of [listed, other]) handOver(login);
    expect(await dangersOf(`people: {members: [${other}]}`)).toEqual([]);
    if (kept === null) throw new Error('nothing was kept');
    const by = { id: ownerId, login: owner };
    await appliedFiles.replace(organizationId, { ...kept, at: service().clock.now(), by, accounts: null });
    expect(await dangersOf(text)).toEqual([]);
  });
});
