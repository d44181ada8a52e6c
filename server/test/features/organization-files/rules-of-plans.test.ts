import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { applied, liftsOf } from './files-as.ts';
import { fileOf } from './organization-with-files.ts';
import { addOrganizationWithOwners } from './organization-with-owners.ts';

const service = sharedService();
const STRICTER = { error: 'The rules about owners are stricter now. Please plan the files again.' };

describe('a plan of an organization with rules about owners', () => {
  test('has dangers that name who is left and who was required, whatever the files say', async () => {
    const { owners, member, rules, dangersOf } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    const demoting = `mode: exact, owners: [${first}, ${second}], members: [${third}, ${member()}]`;
    expect(await dangersOf(demoting)).toEqual([['owners-lost', [third]]]);
    await rules.change({ ownersMin: 3, requiredOwners: [third] });
    expect(await dangersOf(demoting)).toEqual([
      ['too-few-owners', [first, second].toSorted()],
      ['required-owner-lost', [third]],
      ['owners-lost', [third]],
    ]);
    await rules.change({ ownersMin: 2, requiredOwners: [first] });
    expect(await dangersOf(demoting)).toEqual([['owners-lost', [third]]]);
  });

  test('counts who becomes an owner at once, not who is invited, and no plan that takes no ownership', async () => {
    const { owners, member, newcomer, rules, dangersOf } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    const [promoted, invited] = [member(), newcomer()];
    await rules.change({ ownersMin: 3 });
    const kinds = async (people: string) => (await dangersOf(people)).map(([kind]) => kind);
    const rest = `members: [${third}]`;
    expect(await kinds(`mode: exact, owners: [${first}, ${second}, ${promoted}], ${rest}`)).toEqual([
      'owners-lost',
      'new-owners',
    ]);
    expect(
      await kinds(`mode: exact, owners: [${first}, ${second}, ${invited}], members: [${third}, ${promoted}]`),
    ).toEqual(['too-few-owners', 'owners-lost', 'new-owners']);
    await rules.change({ ownersMin: 9 });
    expect(await kinds(`members: [${newcomer()}]`)).toEqual([]);
  });

  test('is refused when the rules became stricter since, and not when they became looser', async () => {
    const { owners, rules, planned, files } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    await rules.change({ ownersMin: 2 });
    const plan = await planned(`mode: exact, owners: [${first}, ${second}], members: [${third}]`);
    for (const stricter of [{ ownersMin: 3 }, { ownersMin: 2, requiredOwners: [third] }]) {
      await rules.change(stricter);
      const answer = await files.askApply(plan, liftsOf(plan));
      expect([answer.status, answer.json]).toEqual([409, STRICTER]);
    }
    await rules.change({ ownersMin: 1 });
    expect((await files.askApply(plan, liftsOf(plan))).status).toBe(202);
  });

  test('demotes nobody where fewer owners than planned would be left, unless that was confirmed', async () => {
    const { organization, world, owners, rules, planned, bearer } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    await rules.change({ ownersMin: 2 });
    const people = `mode: exact, owners: [${first}, ${second}], members: [${third}]`;
    const plan = await planned(people);
    expect(plan.dangers.map(({ kind }) => kind)).toEqual(['owners-lost']);
    world.setRole(organization, second, 'member');
    expect((await applied(service(), bearer, plan)).map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'There are fewer owners now, so too few would be left. Plan the files again.'],
    ]);
    const confirmed = await planned(`mode: exact, owners: [${first}], members: [${second}, ${third}]`);
    expect(confirmed.dangers.map(({ kind }) => kind)).toEqual(['too-few-owners', 'owners-lost']);
    expect((await applied(service(), bearer, confirmed)).map(({ outcome }) => outcome)).toEqual(['changed']);
  });

  test('demotes nobody where fewer owners than confirmed would be left', async () => {
    const { organization, world, owners, member, rules, planned, bearer } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    const fourth = member();
    world.setRole(organization, fourth, 'admin');
    await rules.change({ ownersMin: 4 });
    const plan = await planned(`mode: exact, owners: [${first}, ${second}], members: [${third}, ${fourth}]`);
    expect(plan.dangers).toMatchObject([{ kind: 'too-few-owners', count: 2 }, { kind: 'owners-lost' }]);
    world.setRole(organization, second, 'member');
    expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed', 'refused']);
  });

  test('keeps the last owner where it was confirmed that none is left', async () => {
    const { owners, rules, planned, bearer, newcomer } = await addOrganizationWithOwners(service());
    await rules.change({ ownersMin: 3 });
    const plan = await planned(`mode: exact, owners: [${newcomer()}], members: [${owners}]`);
    expect(plan.dangers).toMatchObject([
      { kind: 'no-owner-left', count: 3 },
      { kind: 'yourself' },
      { kind: 'owners-lost' },
      { kind: 'new-owners' },
    ]);
    const demoted = (await applied(service(), bearer, plan)).filter(({ step }) => step?.kind === 'set-role');
    expect(demoted.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['changed', null],
      ['changed', null],
      ['refused', 'An organization needs at least one owner.'],
    ]);
  });

  test('is refused when its rules were altered or left out', async () => {
    const { owners, rules, planned, files } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    const { basis, ...plan } = await planned(`mode: exact, owners: [${first}, ${second}], members: [${third}]`);
    await rules.change({ ownersMin: 3 });
    const altered = { error: 'This plan was altered, or made elsewhere. Please plan the files again.' };
    const looser = { ...basis, ownerRules: { ownersMin: 3, requiredOwners: [] } };
    for (const alteration of [{}, { basis: looser }, { basis: { ...basis, accounts: [] } }])
      expect((await files.askApply({ ...plan, ...alteration }, liftsOf(plan))).json).toEqual(altered);
  });
});

describe('files with rules about owners', () => {
  test('hold once they were applied, beside what is set: the stricter of both', async () => {
    const { owners, rules, dangersOf, keep } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    await keep(`owners: [${owners}], ownersMin: 3, requiredOwners: [${third}]`);
    await rules.change({ ownersMin: 2, requiredOwners: [second] });
    expect(await dangersOf(`mode: exact, owners: [${first}], members: [${second}, ${third}]`)).toEqual([
      ['too-few-owners', [first]],
      ['required-owner-lost', [second, third].toSorted()],
      ['owner-rules-loosened', ['at least 3 owners', third].toSorted()],
      ['owners-lost', [second, third].toSorted()],
    ]);
    expect(await dangersOf(`owners: [${owners}], ownersMin: 4, requiredOwners: [${third}]`)).toEqual([]);
  });

  test('that demand less than those applied last are a danger, unless they are not kept', async () => {
    const { owners, files, bearer, dangersOf, keep } = await addOrganizationWithOwners(service());
    await keep(`ownersMin: 2, requiredOwners: [${owners[2]}]`);
    expect(await dangersOf(`ownersMin: 2, requiredOwners: [${owners[2]}]`)).toEqual([]);
    expect(await dangersOf('ownersMin: 1')).toEqual([
      ['owner-rules-loosened', ['at least 2 owners', owners[2]].toSorted()],
    ]);
    const team = fileOf('teams: {entries: {core: {}}}');
    expect((await files.plan(team)).dangers).toMatchObject([{ kind: 'owner-rules-loosened', count: 2 }]);
    const unkept = await files.plan(team, { kept: false });
    expect(unkept.dangers).toEqual([]);
    expect((await files.askApply(unkept, [], team)).status, 'with its files').toBe(409);
    expect((await applied(service(), bearer, unkept)).map(({ outcome }) => outcome)).toEqual(['changed']);

    await keep('ownersMin: 1');
    expect(await dangersOf('ownersMin: 1')).toEqual([]);
  });

  test('applied since the plan hold for it too, and the same plan gives the same job again', async () => {
    const { owners, files, planned } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    const plan = await planned(`mode: exact, owners: [${first}, ${second}], members: [${third}]`);
    const stricter = fileOf('people: {ownersMin: 3}');
    const keeping = await files.plan(stricter);
    for (const again of [false, true])
      expect([again, (await files.askApply(keeping, [], stricter)).status]).toEqual([again, 202]);
    expect((await files.askApply(plan, liftsOf(plan))).json).toEqual(STRICTER);
  });

  test('loosen none of files that were applied since their plan, unless it names them', async () => {
    const { owners, rules, files, keep } = await addOrganizationWithOwners(service());
    await rules.change({ ownersMin: 3 });
    const looser = fileOf(`people: {owners: [${owners}]}`);
    const plan = await files.plan(looser);
    await keep('ownersMin: 2');
    const named = await files.plan(looser);
    await keep('ownersMin: 3');
    for (const earlier of [plan, named]) {
      const answer = await files.askApply(earlier, liftsOf(earlier), looser);
      expect([answer.status, answer.json]).toEqual([409, STRICTER]);
    }
    const present = await files.plan(looser);
    expect(present.dangers).toMatchObject([{ kind: 'owner-rules-loosened', names: ['at least 3 owners'] }]);
    expect((await files.askApply(present, liftsOf(present), looser)).status).toBe(202);
  });

  test('are followed by an update, which renames required owners and removes none', async () => {
    const { organization, world, owners, files, bearer } = await addOrganizationWithOwners(service());
    const { control } = service().simulator;
    const [first, second, third] = owners;
    const text = `people:\n  owners: [${first}, ${second}, ${third}]\n  requiredOwners: [${third}]\n`;
    await applied(service(), bearer, await files.plan(fileOf(`teams: {entries: {core: {members: [${third}]}}}`)));
    control.platform.renameUser(third, `${third}-now`);
    const [file] = await files.updated(fileOf(text));
    expect(file?.text).toBe(`version: 1\n${text.replaceAll(third, `${third}-now`)}`);

    world.setRole(organization, `${third}-now`, 'member');
    await expect(files.updated(file === undefined ? [] : [file])).rejects.toThrow(
      'is required, but not among the owners',
    );
  });

  test('name required owners who exist and are owners, and follow a renamed one', async () => {
    const { owners, files, planned, keep, dangersOf } = await addOrganizationWithOwners(service());
    const [first, second, third] = owners;
    const problemsOf = async (people: string) =>
      (await files.checkPlan(fileOf(`people: {${people}}`))).problems.map(({ message }) => message);
    expect(await problemsOf(`owners: [${first}], requiredOwners: [${second}]`)).toEqual([
      `"${second}" is required, but not among the owners.`,
    ]);
    expect(await problemsOf('requiredOwners: [nobody-at-all]')).toEqual(['No account has the login "nobody-at-all".']);
    await keep(`requiredOwners: [${third}]`);
    service().simulator.control.platform.renameUser(third, `${third}-now`);
    expect(await dangersOf(`mode: exact, owners: [${first}, ${second}], members: [${third}-now]`)).toEqual([
      ['required-owner-lost', [`${third}-now`]],
      ['owner-rules-loosened', [third]],
      ['owners-lost', [`${third}-now`]],
    ]);
    await planned(`owners: [${first}, ${third}-now], requiredOwners: [${third}-now]`);
  });
});
