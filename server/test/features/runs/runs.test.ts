import type { PeopleChange } from '@orgdesk/contract';
import { RUN_PEOPLE_MAX, RUNS_WAITING_MAX } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { RUN_START_LIMIT_MS } from '../../../src/lib/limits/jobs.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { jobsAs } from '../invitations/jobs/jobs.ts';
import { changesRequested, trailOf } from '../people-changes/changing.ts';
import { addShared, runOver, runsAs, statesOf } from './running.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const MINUTE_MS = 61_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a run in several organizations on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  async function shared(count: number) {
    const made = addShared(service(), count);
    const headers = await signIn(made.owner);
    const runs = runsAs(service(), headers);
    const removal = async (logins: readonly string[] = [made.leaver], of: readonly number[] = made.ids) =>
      (await runs.preview(REMOVE, logins, of)).previews.map(({ organization, preview }) => ({
        organization,
        previews: [preview.preview],
      }));
    const over = (id: string) => runOver(service(), () => runs.read(id));
    const startWaiting = () => service().workOn(['run']);
    return { ...made, headers, runs, removal, over, states: statesOf, startWaiting };
  }

  test('removes and invites in each, once, with each change in its own audit log, and offers one result', async () => {
    const { organizations, ids, owner, leaver, runs, removal, over, roleOf } = await shared(3);
    const newcomer = world().addUser({ login: `newcomer-of-${owner}` }).login;
    const items = [...(await removal()), { organization: ids[0], invitations: [{ login: newcomer }] }];
    const { id } = await runs.begin({ key: 'one', title: 'Ada leaves', items });
    const run = await over(id);
    expect(run).toMatchObject({ id, key: 'one', title: 'Ada leaves', isOver: true });
    expect(run.counts).toEqual({ waiting: 0, started: 4, refused: 0 });
    expect(run.items.map(({ item, kind, people, job }) => [item, kind, people, job?.state])).toEqual([
      [1, 'people-change', 1, 'done'],
      [2, 'people-change', 1, 'done'],
      [3, 'people-change', 1, 'done'],
      [4, 'invitations', 1, 'done'],
    ]);
    expect(ids.map((each) => roleOf(each, leaver))).toEqual([null, null, null]);
    expect(changesRequested(service()).toSorted()).toEqual(
      [
        ...organizations.map(({ organization }) => `DELETE /orgs/${organization}/memberships/${leaver}`),
        `POST /orgs/${organizations[0]?.organization}/invitations`,
      ].toSorted(),
    );
    for (const [index, { organization }] of organizations.entries()) {
      const trail = await trailOf(service(), organization);
      // Jobs of both kinds work at once.
      const entries = trail.map(({ action, actor, after }) => [action, actor, after.run ?? null]);
      expect(entries.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual([
        ...(index === 0 ? [['invitation.sent', owner, null]] : []),
        ['job.started', owner, id],
        ...(index === 0 ? [['job.started', owner, id]] : []),
        ['member.removed', owner, null],
      ]);
    }
    const csv = await runs.ask(`/${id}/results.csv`);
    const [header, ...lines] = csv.text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(header).toBe('organization,change,row,login,email,user_id,role,teams,outcome,message,settled_at');
    expect(lines.map((line) => line.split(',').filter((_, column) => [0, 1, 3, 8].includes(column)))).toEqual([
      ...organizations.map(({ organization }) => [organization, 'remove', leaver, 'changed']),
      [organizations[0]?.organization, 'invitations', newcomer, 'sent'],
    ]);
    const last = (await trailOf(service(), organizations[1]?.organization ?? '')).at(-1);
    expect(last).toMatchObject({ action: 'job.downloaded', after: { run: id } });
    expect(await runs.list()).toEqual([
      expect.objectContaining({ id, counts: { waiting: 0, started: 4, refused: 0 } }),
    ]);
  });

  test('is one run for one key, on two instances at once; other items under the key are refused', async () => {
    const { runs, removal, over, ids } = await shared(2);
    const other = await service().addInstance();
    const body = { key: 'twice', items: await removal() };
    const started = await Promise.all([
      runs.begin(body),
      runs.begin(body, other),
      runs.begin(body),
      runs.begin(body, other),
    ]);
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    const [{ id = '' } = {}] = started;
    await Promise.all([service().workOn(['run']), other.workOn(['run'])]);
    expect((await over(id)).items.map(({ job }) => job?.counts.changed)).toEqual([1, 1]);
    expect(new Set(changesRequested(service())).size).toBe(changesRequested(service()).length);
    expect(await runs.list()).toHaveLength(1);
    expect((await runs.begin(body)).id).toBe(id);
    const answer = await runs.start({
      key: 'twice',
      items: [{ organization: ids[0], invitations: [{ login: 'ada' }] }],
    });
    expect(answer.status).toBe(409);
  });

  test('is its person’s own: strangers and other owners of the organizations see nothing of it', async () => {
    const { runs, removal, over, organizations, ids } = await shared(2);
    const { id } = await runs.begin({ key: 'own', items: await removal() });
    await over(id);
    const outsider = world().addUser({ login: `outsider-of-${id}` }).login;
    const colleague = world().addUser({ login: `colleague-of-${id}` }).login;
    world().addMembership({ organization: organizations[0]?.organization ?? '', login: colleague, role: 'admin' });
    for (const login of [outsider, colleague]) {
      const others = runsAs(service(), await signIn(login));
      for (const path of [`/${id}`, `/${id}/results.csv`, '/0', `/${'0'.repeat(32)}`])
        expect((await others.ask(path)).status).toBe(404);
      expect(await others.list()).toEqual([]);
    }
    // Their own attempts change nothing where they are no owner, and say nothing of it.
    control().clearRequests();
    const member = organizations[1]?.logins[0] ?? '';
    for (const login of [outsider, colleague, member]) {
      const headers = await signIn(login);
      const others = runsAs(service(), headers);
      const preview = await others.preview(REMOVE, [member], [ids[1] ?? 0]);
      expect([preview.previews, [...preview.reasons.values()]]).toEqual([[], ['not-a-member']]);
      const items = [
        { organization: ids[1], invitations: [{ login: 'ada' }] },
        ...(await removal([member], [ids[1] ?? 0])),
      ];
      const run = await others.begin({ key: 'attempt', items });
      await service().workOn(['run']);
      expect(run.items.map(({ organization, state, failure }) => [organization.login, state, failure?.reason])).toEqual(
        [
          [null, 'refused', 'not-a-member'],
          [null, 'refused', 'not-a-member'],
        ],
      );
      expect(JSON.stringify(await others.read(run.id))).not.toContain(organizations[1]?.organization);
    }
    expect(changesRequested(service())).toEqual([]);
  });

  test('goes on where its person is still an owner: demoted in one before it starts, and in another afterwards', async () => {
    const { runs, removal, over, states, startWaiting, organizations, owner, leaver, roleOf, ids } = await shared(3);
    const [first, second] = organizations.map(({ organization }) => organization);
    const { id } = await runs.begin({ key: 'demoted', items: await removal() });
    world().setRole(first ?? '', owner, 'member');
    service().clock.advance(MINUTE_MS);
    await startWaiting();
    expect(states(await runs.read(id))).toEqual(['not-an-owner', 'running', 'running']);
    world().setRole(second ?? '', owner, 'member');
    service().clock.advance(MINUTE_MS);
    const run = await over(id);
    expect(states(run)).toEqual(['not-an-owner', 'not-an-owner', 'done']);
    expect(run.items[1]).toMatchObject({ state: 'withheld', change: null, people: null, job: null });
    expect(ids.map((each) => roleOf(each, leaver))).toEqual(['member', 'member', null]);
    const csv = (await runs.ask(`/${id}/results.csv`)).text;
    expect(csv).toContain(`${first},remove,,,,,,,refused,not-an-owner,`);
    expect(csv).toContain(`${second},,,,,,,,withheld,not-an-owner,`);
    expect(csv.split(leaver)).toHaveLength(2);
  });

  test('follows a renamed organization, and never touches one that has taken its former name', async () => {
    const { runs, removal, over, states, startWaiting, organizations, leaver, ids, roleOf } = await shared(2);
    const { id } = await runs.begin({ key: 'renamed', items: await removal() });
    const former = organizations[0]?.organization ?? '';
    world().renameOrganization(former, `${former}-new`);
    const taker = world().addOrganization({ login: former });
    world().addMembership({ organization: former, login: leaver });
    service().clock.advance(MINUTE_MS);
    await startWaiting();
    await service().upkeep();
    const run = await over(id);
    expect(states(run)).toEqual(['done', 'done']);
    expect(run.items[0]?.organization.login).toBe(`${former}-new`);
    expect([roleOf(ids[0] ?? 0, leaver), roleOf(taker.id, leaver)]).toEqual([null, 'member']);
  });

  test('keeps the reason of each organization where nothing can be done now', async () => {
    const { runs, removal, startWaiting, states, organizations, owner, headers } = await shared(6);
    const items = await removal();
    const [signOn, listed, , , left] = organizations.map(({ organization }) => organization);
    world().updateOrganization(signOn ?? '', { samlEnforced: true });
    world().updateOrganization(listed ?? '', { ipAllowList: true });
    control().platform.uninstall(organizations[2]?.installation ?? 0);
    control().platform.suspend(organizations[3]?.installation ?? 0);
    const known = async () => (await fetchOnce(`${service().url}/api/organizations`, { headers })).text;
    await expect.poll(known).toMatch(/"hasAppInstalled":false/);
    await expect.poll(known).toMatch(/"suspendedAt":"/);
    world().removeMembership(left ?? '', owner);
    service().clock.advance(MINUTE_MS);
    const { id } = await runs.begin({ key: 'causes', items });
    await startWaiting();
    const run = await runs.read(id);
    expect(states(run)).toEqual([
      'single-sign-on',
      'ip-allow-list',
      'app-missing',
      'app-suspended',
      'not-a-member',
      'running',
    ]);
    expect(run.items[0]?.failure?.authorizeUrl).toMatch(/^http/);
    const previewed = await runs.preview(
      REMOVE,
      ['nobody'],
      run.items.map(({ organization }) => organization.id),
    );
    expect([...previewed.reasons.values()].toSorted()).toEqual(states(run).slice(0, 5).toSorted());
    expect([previewed.previews.length, previewed.isComplete]).toEqual([1, false]);
  });

  test('refuses only the items that an organization’s own guards refuse', async () => {
    const { runs, removal, startWaiting, states, organizations, ids } = await shared(3);
    const six = Array.from({ length: 6 }, () => organizations[1]?.newcomer() ?? '');
    for (const login of six) world().addMembership({ organization: organizations[1]?.organization ?? '', login });
    const [one] = await removal(undefined, [ids[0] ?? 0]);
    const [many] = await removal(six, [ids[1] ?? 0]);
    const items = [
      { ...one, organization: ids[2] },
      many,
      { ...many, confirmation: organizations[1]?.organization },
      { organization: ids[2], invitations: [{ login: 'ada' }, { email: 'not an address' }] },
      { organization: ids[2], previews: ['no token'] },
      one,
    ];
    const run = await runs.begin({ key: 'guards', items });
    await startWaiting();
    expect(states(await runs.read(run.id))).toEqual([
      'preview-invalid',
      'unconfirmed',
      'running',
      'wrong-rows',
      'preview-invalid',
      'running',
    ]);
    expect((await runs.read(run.id)).items[3]?.failure?.message).toMatch(/^Row 2: /);
    service().clock.advance(11 * MINUTE_MS);
    const late = await runs.begin({ key: 'late', items: [one] });
    expect(states(late)).toEqual(['preview-expired']);
    expect((await runs.begin({ key: 'guards', items })).id).toBe(run.id);
  });

  test('waits for a code host that does not answer, for an hour', async () => {
    const { runs, removal, startWaiting, states, organizations } = await shared(2);
    const items = await removal();
    service().clock.advance(MINUTE_MS);
    const match = { path: new RegExp(`/memberships/orgs/${organizations[0]?.organization}`) };
    control().fault({ kind: 'bad-gateway-html', match });
    const { id } = await runs.begin({ key: 'away', items });
    await startWaiting();
    expect(states(await runs.read(id))).toEqual(['waiting', 'running']);
    service().clock.advance(MINUTE_MS);
    await startWaiting();
    expect(states(await runs.read(id))[0]).toBe('waiting');
    control().clearFaults();
    service().clock.advance(MINUTE_MS);
    await startWaiting();
    expect(states(await runs.read(id))[0]).toBe('running');
    const away = { key: 'away-for-long', items: await removal(organizations[0]?.logins) };
    service().clock.advance(MINUTE_MS);
    control().fault({ kind: 'bad-gateway-html', match });
    const again = await runs.begin(away);
    service().clock.advance(RUN_START_LIMIT_MS);
    await startWaiting();
    expect(states(await runs.read(again.id))[0]).toBe('unreachable');
    control().clearFaults();
  });

  test('starts a step in an organization after the one before it has ended there', async () => {
    const { runs, removal, startWaiting, states, over, organizations, leaver, ids } = await shared(2);
    const [first = '', second = ''] = organizations.map(({ organization }) => organization);
    for (const organization of [first, second])
      world().addTeam({ organization, name: 'Crew', members: [{ login: leaver }] });
    const leaving: PeopleChange = { kind: 'remove-from-team', team: 'crew' };
    const teams = (await runs.preview(leaving, [leaver], ids)).previews.map(({ organization, preview }) => ({
      organization,
      step: 1,
      previews: [preview.preview],
    }));
    const removals = (await removal()).map((item) => ({ ...item, step: 2 }));
    const { id } = await runs.begin({ key: 'steps', items: [...removals, ...teams] });
    await startWaiting();
    expect(states(await runs.read(id))).toEqual(['waiting', 'waiting', 'running', 'running']);
    const run = await over(id);
    expect(states(run)).toEqual(['done', 'done', 'done', 'done']);
    for (const organization of [first, second]) {
      const { world } = service().simulator;
      const { id: organizationId } = world.needOrganization(organization);
      const ofTeam = `/organizations/${organizationId}/team/${world.needTeam(organization, 'crew').id}`;
      const calls = changesRequested(service()).filter(
        (call) => call.includes(`/${organization}/`) || call.includes(`/${organizationId}/`),
      );
      expect(calls).toEqual([
        `DELETE ${ofTeam}/memberships/${leaver}`,
        `DELETE /orgs/${organization}/memberships/${leaver}`,
      ]);
    }
  });

  test.for(['renamed', 'deleted'] as const)(
    'changes nobody where its person was %s, nor who has taken their name',
    async (how) => {
      const { runs, removal, over, states, organizations, leaver, ids, roleOf } = await shared(2);
      const { id } = await runs.begin({ key: how, items: await removal() });
      if (how === 'renamed') world().renameUser(leaver, `${leaver}-new`);
      else control().platform.deleteUser(leaver);
      world().addUser({ login: leaver });
      world().addMembership({ organization: organizations[0]?.organization ?? '', login: leaver });
      service().clock.advance(MINUTE_MS);
      expect(states(await over(id))).toEqual(['done', 'done']);
      const csv = (await runs.ask(`/${id}/results.csv`)).text.trimEnd().split('\r\n').slice(1);
      expect(csv.map((line) => line.split(',').filter((_, column) => [0, 3, 8].includes(column)))).toEqual(
        organizations.map(({ organization }) => [organization, leaver, 'changed-since']),
      );
      expect(changesRequested(service()).filter((call) => call.includes(leaver))).toEqual([]);
      expect(roleOf(ids[0] ?? 0, leaver)).toBe('member');
      expect(roleOf(ids[1] ?? 0, `${leaver}-new`)).toBe(how === 'renamed' ? 'member' : null);
    },
  );

  test('ends for a person who signs out before it starts', async () => {
    const { runs, removal, startWaiting, owner, headers, leaver, ids, roleOf } = await shared(1);
    const { id } = await runs.begin({ key: 'out', items: await removal() });
    await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers });
    await startWaiting();
    const later = runsAs(service(), await signIn(owner));
    expect((await later.read(id)).items[0]).toMatchObject({ state: 'refused', failure: { reason: 'token-rejected' } });
    expect(roleOf(ids[0] ?? 0, leaver)).toBe('member');
  });

  test('is bounded: people of one run, and runs that wait', async () => {
    const { runs, ids } = await shared(1);
    const invite = (count: number) => ({
      organization: ids[0],
      invitations: Array.from({ length: count }, (_, index) => ({ login: `somebody-${index}` })),
    });
    const half = RUN_PEOPLE_MAX / 2 + 1;
    expect((await runs.start({ key: 'large', items: [invite(half), invite(half)] })).status).toBe(400);
    const starts = await Promise.all(
      Array.from({ length: RUNS_WAITING_MAX + 3 }, (_, index) => runs.start({ key: `k-${index}`, items: [invite(1)] })),
    );
    expect(starts.filter(({ status }) => status === 202)).toHaveLength(RUNS_WAITING_MAX);
    expect(starts.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  test('is removed after the last of its jobs', async () => {
    const { runs, removal, over, headers, organizations } = await shared(2);
    const { id } = await runs.begin({ key: 'removed', items: await removal() });
    await over(id);
    const keep = { rowsMs: 30 * MINUTE_MS, addressesMs: MINUTE_MS, filesMs: MINUTE_MS };
    service().clock.advance(20 * MINUTE_MS);
    await service().storage.jobs.clear(service().clock.now(), keep);
    expect((await jobsAs(service(), headers, organizations[0]?.organization).list()).text).toContain('people-change');
    expect((await runs.read(id)).items.map(({ state }) => state)).toEqual(['started', 'started']);
    service().clock.advance(20 * MINUTE_MS);
    await service().storage.jobs.clear(service().clock.now(), keep);
    expect((await runs.ask(`/${id}`)).status).toBe(404);
  });
});
