import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROW_STATES } from '../../../src/domain/job.ts';
import { serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { rulesAs } from '../../features/owner-rules/rules-as.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { workThroughAll } from './continuing.ts';
import { organizationForSteps, type Prepared, STEPS, type Step } from './steps.ts';

const { invitations: INVITATIONS, 'people-change': PEOPLE, 'organization-file': PLANS } = STEPS;
/** REST only. */
const OF_ORGANIZATION = /^\/(orgs|organizations)\//;
const ALL = { after: 0, limit: 100, states: ROW_STATES };
const INVITER = 'Inviter must be an organization admin';

const refusedWith = (message: string) => ({
  status: 422,
  body: { message: 'Validation Failed', errors: [{ resource: 'Test', code: 'unprocessable', field: 'data', message }] },
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('what is different for the App, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  const control = () => service().simulator.control;
  afterEach(() => {
    control().clearFaults();
    expect(misfitsIn(service().simulator, 'cloud')).toEqual([]);
  });
  let house: Prepared;
  beforeEach(async () => {
    house = await organizationForSteps(service());
  });

  const requestsByApp = () => control().requests({ installations: [house.installationId] });
  /** Changes that the App asked for, arrived or not. */
  const sentByApp = () =>
    requestsByApp()
      .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
      .map(({ method, status }) => [method, status]);
  const sentByPeople = () => control().count({ login: house.ada }) + control().count({ login: house.grace });
  const changeTokens = () =>
    control()
      .issuedScopes()
      .filter(({ installationId, permissions }) => {
        const levels = Object.values((permissions ?? {}) as Readonly<Record<string, string>>);
        return installationId === house.installationId && levels.includes('write');
      }).length;
  const fault = (reply: { readonly status: number; readonly body: object }, match: object = {}) =>
    control().fault({
      kind: 'reply',
      ...reply,
      match: { path: OF_ORGANIZATION, credential: 'installation', installations: [house.installationId], ...match },
    });

  async function work(id: string) {
    await workThroughAll(service(), () => house.stored(id));
    return house.stored(id);
  }

  /** Lets the App continue it. */
  async function leave(id: string) {
    expect((await house.signOut(house.ada)).status).toBe(200);
    return work(id);
  }

  /** The same person approves it again, and leaves. */
  async function leaveAgain(id: string) {
    await house.signIn(house.ada);
    const address = `/api/organizations/${house.organization}/jobs/${id}/take-over?continueAfterSignOut=true`;
    expect((await house.post(house.ada, address, {})).status).toBe(200);
    return leave(id);
  }

  /** The same person takes it over, and stays. */
  async function finish(id: string) {
    await house.signIn(house.ada);
    expect((await house.jobs(house.ada).change(id, 'take-over')).status).toBe(200);
    return work(id);
  }

  const messagesOf = async (id: string) =>
    (await service().storage.jobs.rows({ organizationId: house.organizationId, id }, ALL)).map(
      ({ message }) => message,
    );
  const outcomesOf = async (id: string) =>
    (await service().storage.jobs.rows({ organizationId: house.organizationId, id }, ALL)).map(({ state }) => state);

  test.each([
    ['PUT', PEOPLE['role admin']],
    ['DELETE', PEOPLE.remove],
    ['PUT', PEOPLE['add-to-team member']],
    ['POST', INVITATIONS.login],
    ['POST', INVITATIONS.email],
    ['POST', PLANS['invite-person']],
    ['POST', PLANS['create-team']],
    ['PATCH', PLANS['edit-team']],
    ['DELETE', PLANS['delete-team']],
    ['PUT', PLANS['set-team-access']],
  ] as readonly (readonly [string, Step])[])(
    'what it may not do is left to a person, and tried in no other way: %s for %o',
    async (method, step) => {
      const { job, read, expected } = await step.start(house);
      const rule = fault({ status: 403, body: { message: 'Resource not accessible by integration' } }, { method });
      const people = sentByPeople();
      const message = 'Resource not accessible by integration';
      const counts = { ready: 1, sending: 0 };
      expect(await leave(job.id)).toMatchObject({ state: 'failed', reason: 'needs-person', message, counts });
      expect(sentByApp()).toEqual([[method, 403]]);
      expect([rule.hits(), sentByPeople()]).toEqual([1, people]);
      // It says nothing about other rows of an email address.
      expect(await service().storage.appWork.trials(house.installationId)).toEqual([]);
      expect(await finish(job.id)).toMatchObject({ state: 'done' });
      expect(read()).toEqual(expected);
    },
  );

  describe('a refusal of one row', () => {
    test('of an invitation concerns no other', async () => {
      const [one, other, third] = [house.person(), house.person(), house.person()];
      const rows = [{ login: one }, { login: other, teamIds: [house.gone.id] }, { login: third }];
      const { id } = await house.begin(house.ada, rows);
      house.world.removeTeam(house.organization, 'gone');
      expect(await leave(id)).toMatchObject({ state: 'done', reason: null });
      expect(await outcomesOf(id)).toEqual(['sent', 'refused', 'sent']);
      expect(house.invitations().map(({ login }) => login)).toEqual([one, third]);
    });

    test('of a change of people concerns no other', async () => {
      const [one, other, third] = [house.member(), house.member(), house.member()];
      const { id } = await house.change({ kind: 'remove' }, one, other, third);
      fault(refusedWith('Not this one.'), { method: 'DELETE', path: new RegExp(`/memberships/${other}$`) });
      expect(await leave(id)).toMatchObject({ state: 'done', reason: null });
      expect(await outcomesOf(id)).toEqual(['changed', 'refused', 'changed']);
      expect([one, other, third].map(house.roleOf)).toEqual([null, 'member', null]);
    });

    test('of a plan concerns no other', async () => {
      const { id } = await house.apply(
        'teams: {entries: {docs: {}, gone: {description: A}, pilots: {description: B}}}',
      );
      fault(refusedWith('Not this one.'), { method: 'PATCH', path: new RegExp(`/team/${house.gone.id}$`) });
      expect(await leave(id)).toMatchObject({ state: 'done', reason: null });
      expect((await outcomesOf(id)).toSorted()).toEqual(['changed', 'changed', 'refused']);
      expect(house.teams().toSorted()).toEqual(['docs', 'gone', 'pilots']);
    });
  });

  describe('inviting by email, or as an owner', () => {
    test.each([
      ['invite-by-email', () => ({ email: 'one@mail.example' }), () => ({ email: 'two@mail.example' })],
      [
        'invite-as-owner',
        () => ({ login: house.person(), role: 'admin' }),
        () => ({ login: house.person(), role: 'billing_manager' }),
      ],
    ])('is kept as refused for the installation, and then no call is made: %s', async (trial, first, second) => {
      const { id } = await house.begin(house.ada, [first(), { login: house.person() }], 'first');
      const rule = fault(refusedWith(INVITER), { method: 'POST' });
      const stopped = { state: 'failed', reason: 'needs-person', message: INVITER };
      expect(await leave(id)).toMatchObject({ ...stopped, counts: { ready: 2, sending: 0 } });
      expect(await service().storage.appWork.trials(house.installationId)).toEqual([{ trial, refusal: INVITER }]);
      const [sent, tokens] = [sentByApp(), changeTokens()];
      expect([sent, tokens, rule.hits()]).toEqual([[['POST', 422]], 1, 1]);
      rule.remove();

      expect(await leaveAgain(id)).toMatchObject(stopped);
      await house.signIn(house.ada);
      await house.jobs(house.ada).change(id, 'cancel');
      await work(id);
      const login = house.person();
      const next = await house.begin(house.ada, [{ login }, second()], 'second');
      expect(await leave(next.id)).toMatchObject({ ...stopped, counts: { sent: 1, ready: 1, sending: 0 } });
      // Only what is no such invitation was sent.
      expect(sentByApp()).toEqual([...sent, ['POST', 201]]);
      expect(house.invitations().map((each) => each.login)).toEqual([login]);
      expect(await finish(next.id)).toMatchObject({ state: 'done', counts: { sent: 2 } });
    });

    test('is kept as worked', async () => {
      const rows = [{ email: 'one@mail.example' }, { login: house.person(), role: 'admin' }];
      const { id } = await house.begin(house.ada, rows);
      expect(await leave(id)).toMatchObject({ state: 'done', counts: { sent: 2 } });
      const trials = await service().storage.appWork.trials(house.installationId);
      expect(trials.toSorted((a, b) => a.trial.localeCompare(b.trial))).toEqual([
        { trial: 'invite-as-owner', refusal: null },
        { trial: 'invite-by-email', refusal: null },
      ]);
    });

    test('as an owner by a plan stops it in the same way', async () => {
      const login = house.person();
      const { id } = await house.apply(`people: {owners: [${login}]}`);
      fault(refusedWith(INVITER), { method: 'POST' });
      expect(await leave(id)).toMatchObject({ state: 'failed', reason: 'needs-person', message: INVITER });
      expect(await service().storage.appWork.trials(house.installationId)).toEqual([
        { trial: 'invite-as-owner', refusal: INVITER },
      ]);
    });
  });

  describe('no owner too many is taken, which the service itself decides', () => {
    test('the last one', async () => {
      const { id } = await house.apply(
        `people: {mode: exact, owners: [${house.grace}], members: [${house.ada}, ${house.pilot}]}`,
      );
      house.world.setRole(house.organization, house.grace, 'member');
      expect(await leave(id)).toMatchObject({ state: 'done' });
      expect(await outcomesOf(id)).toEqual(['refused']);
      expect(await messagesOf(id)).toEqual(['An organization needs at least one owner.']);
      expect([sentByApp(), changeTokens(), house.roleOf(house.ada)]).toEqual([[], 0, 'admin']);
    });

    test('below the fewest', async () => {
      const [third, fourth] = [house.member('admin'), house.member('admin')];
      await rulesAs(service(), house.headersOf(house.ada), house.organization).change({ ownersMin: 3 });
      const { id } = await house.apply(
        `people: {mode: exact, owners: [${[...house.owners(), third].join(', ')}], members: [${fourth}, ${house.pilot}]}`,
      );
      house.world.setRole(house.organization, third, 'member');
      expect(await leave(id)).toMatchObject({ state: 'done' });
      expect(await outcomesOf(id)).toEqual(['refused']);
      expect(await messagesOf(id)).toEqual([expect.stringContaining('too few would be left')]);
      expect([sentByApp(), changeTokens(), house.roleOf(fourth)]).toEqual([[], 0, 'admin']);
    });
  });

  describe('a team that it does not find', () => {
    test.each([
      ['add-to-team', 'changed-since', PEOPLE['add-to-team member']],
      ['remove-from-team', 'changed-since', PEOPLE['remove-from-team']],
      ['edit-team', 'changed-since', PLANS['edit-team']],
      ['delete-team', 'nothing-to-do', PLANS['delete-team']],
      ['set-team-role', 'refused', PLANS['set-team-role']],
      ['remove-from-team', 'nothing-to-do', PLANS['remove-from-team']],
      ['set-team-access', 'refused', PLANS['set-team-access']],
    ] as readonly (readonly [string, string, Step])[])(
      'is gone only if a person does not find it either: %s, then %s',
      async (_name, outcome, step) => {
        const { job } = await step.start(house);
        for (const slug of ['pilots', 'gone']) house.world.removeTeam(house.organization, slug);
        const counts = { ready: 1, sending: 0 };
        expect(await leave(job.id)).toMatchObject({ state: 'failed', reason: 'needs-person', counts });
        await finish(job.id);
        expect(await outcomesOf(job.id)).toEqual([outcome]);
      },
    );

    test('but that is listed is asked for again', async () => {
      const { job, read, expected } = await PLANS['edit-team'].start(house);
      const rule = fault({ status: 404, body: { message: 'Not Found' } }, { method: 'GET', path: /\/team\/\d+$/ });
      await house.signOut(house.ada);
      await service().workOnJobs();
      expect(rule.hits()).toBeGreaterThan(0);
      expect(await house.stored(job.id)).toMatchObject({ state: 'running', counts: { ready: 1 } });
      rule.remove();
      expect(await work(job.id)).toMatchObject({ state: 'done', counts: { changed: 1 } });
      expect(read()).toEqual(expected);
    });
  });

  test.each(['delete-team', 'remove-from-team', 'set-team-access, removed'] as const)(
    'a removal whose answer is lost is confirmed by a person: %s',
    async (name) => {
      const { job, read, expected } = await PLANS[name].start(house);
      const match = { method: 'DELETE', path: OF_ORGANIZATION, installations: [house.installationId] };
      const rule = control().fault({ kind: 'reset', after: true, times: 1, match });
      const counts = { ready: 0, sending: 1 };
      expect(await leave(job.id)).toMatchObject({ state: 'failed', reason: 'needs-person', counts });
      expect([rule.hits(), sentByApp().length, read()]).toEqual([1, 1, expected]);
      expect(await finish(job.id)).toMatchObject({ state: 'done', counts: { changed: 1 } });
      expect(sentByApp().length).toBe(1);
      const entries = (await house.entries(house.ada, PLANS[name].action)).filter(({ way }) => way === 'job');
      expect(entries.map(({ outcome, carriedOutBy }) => [outcome, carriedOutBy])).toEqual([['done', 'app']]);
    },
  );

  test('somebody whom a plan invites is put into a team, too', async () => {
    const login = house.person();
    const { id } = await house.apply(
      `people: {members: [${login}]}\nteams: {entries: {pilots: {members: [${house.pilot}, ${login}]}}}`,
    );
    expect(await leave(id)).toMatchObject({ state: 'done', counts: { sent: 1, changed: 1 } });
    const [open] = house.world.openInvitations(house.organization);
    expect(open).toMatchObject({ inviteeId: house.idOf(login), teamIds: [house.pilots.id] });
  });

  test('a suspension shows when a token is requested, and ends the job until somebody takes it over', async () => {
    const { job, read, expected } = await PEOPLE['role admin'].start(house);
    control().clearRequests();
    house.world.suspendInstallation(house.installationId, house.grace);
    control().expireInstallationTokens();
    expect(await leave(job.id)).toMatchObject({ state: 'failed', reason: 'app-suspended' });
    const path = `/app/installations/${house.installationId}/access_tokens`;
    expect(control().requests({ path }).at(-1)).toMatchObject({ status: 403 });
    expect(requestsByApp()).toEqual([]);
    house.world.unsuspendInstallation(house.installationId);
    expect(await leaveAgain(job.id)).toMatchObject({ state: 'done' });
    expect(read()).toEqual(expected);
  });

  describe('a team that is created', () => {
    const textFor = (login: string) => `teams: {entries: {docs: {members: [${login}]}}}`;

    test('by the App has no maintainer, and nobody is taken out of it', async () => {
      const { id } = await house.apply(textFor(house.pilot));
      expect(await leave(id)).toMatchObject({ state: 'done', counts: { changed: 2 } });
      expect(house.loginsIn('docs')).toEqual([[house.pilot, 'MEMBER']]);
      expect(sentByApp()).toEqual([
        ['POST', 201],
        ['PUT', 200],
      ]);
      await house.signIn(house.grace);
      expect(await house.entries(house.grace, 'team.member_removed')).toEqual([]);
    });

    test('by the App, perhaps, is looked for by a person, who creates it if it is not there', async () => {
      const { id } = await house.apply(textFor(house.pilot));
      const match = { method: 'POST', path: `/orgs/${house.organization}/teams` };
      control().fault({ kind: 'reset', times: 1, match });
      const counts = { ready: 1, sending: 1 };
      expect(await leave(id)).toMatchObject({ state: 'failed', reason: 'needs-person', counts });
      expect(house.teams()).not.toContain('docs');
      expect(await finish(id)).toMatchObject({ state: 'done', counts: { changed: 2 } });
      expect(house.loginsIn('docs')).toEqual([[house.pilot, 'MEMBER']]);
    });

    test('by a person who then signed out keeps them in it, until a person takes them out', async () => {
      const { id } = await house.apply(textFor(house.pilot));
      const refused = { kind: 'bad-gateway-html', times: 1 } as const;
      control().fault({ ...refused, match: { method: 'DELETE', login: house.ada } });
      await service().workOnJobs();
      expect(await leave(id)).toMatchObject({ state: 'failed', reason: 'needs-person', counts: { sending: 1 } });
      expect([house.loginsIn('docs'), sentByApp()]).toEqual([[[house.ada, 'MAINTAINER']], []]);
      expect(await finish(id)).toMatchObject({ state: 'done', counts: { changed: 2 } });
      expect(house.loginsIn('docs')).toEqual([[house.pilot, 'MEMBER']]);
      const created = control().changes({ organization: house.organization, kind: 'team-created' });
      expect(created).toHaveLength(1);
    });
  });

  test('its own rate limit makes a job wait, which goes on by itself', async () => {
    const rows = upTo(8).map(() => ({ login: house.person() }));
    const { id } = await house.begin(house.ada, rows);
    await house.signOut(house.ada);
    control().rateLimits({ core: 16 });
    const waited = [];
    for (let state = 'running'; state !== 'done' && state !== 'failed'; ) {
      await service().workOnJobs();
      const { state: now, reason, until } = await house.stored(id);
      if (now === 'limited') waited.push([reason, (until ?? service().clock.now()) > service().clock.now()]);
      state = now;
      service().clock.advance(now === 'limited' ? 60_000 : 1_100);
    }
    control().rateLimits({ core: 5_000 });
    expect(await house.stored(id)).toMatchObject({ state: 'done', counts: { sent: 8 } });
    expect(waited.length).toBeGreaterThan(0);
    expect(new Set(waited.map(String))).toEqual(new Set(['rate-limited,true']));
    expect(house.invitations().map(({ login }) => login)).toEqual(rows.map(({ login }) => login));
  });
});
