import { describe, expect, test } from 'vitest';
import { takeOver } from '../../changes/renamed-organizations/takeover.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { addOrganization, serviceForAccess } from '../who-has-access/reaching.ts';
import { exportsAs, linesIn, runOut } from './exporting.ts';

const HEADER = 'repository,private,archived,login,name,role,permission,way,team,way_permission';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the file of an export on %s', (engine) => {
  const service = serviceForAccess({ engine });
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  const setUp = async (repositories: number) => {
    const made = addOrganization(service(), repositories);
    const { bearer } = await service().signIn(made.owner);
    control().clearRequests();
    return { ...made, bearer, exports: exportsAs(service(), bearer, made.organization) };
  };

  test('has a row for each way of each person into each repository, and what they are', async () => {
    const { exports, bearer, names, owner, member, outside, organization } = await setUp(3);
    const { id, state, startedBy, progress } = await exports.start();
    expect({ state, startedBy, progress }).toEqual({
      state: 'running',
      startedBy: owner,
      progress: { done: 0, total: null },
    });
    expect(await runOut(service(), () => exports.read(id))).toMatchObject({
      state: 'done',
      progress: { done: 3, total: 3 },
      file: { rows: 7, unseen: 0 },
      until: null,
    });
    const [first, second, third] = names;
    expect(await exports.file(id)).toEqual([
      HEADER,
      `${first},true,false,${owner},${owner},admin,ADMIN,organization,,ADMIN`,
      `${first},true,false,${member},${member},member,MAINTAIN,team,crew,MAINTAIN`,
      `${first},true,false,${member},${member},member,MAINTAIN,repository,,TRIAGE`,
      `${first},true,false,${outside},${outside},outside_collaborator,READ,repository,,READ`,
      `${second},true,false,${owner},${owner},admin,ADMIN,organization,,ADMIN`,
      `${second},true,false,${member},${member},member,MAINTAIN,team,crew,MAINTAIN`,
      `${third},true,false,${owner},${owner},admin,ADMIN,organization,,ADMIN`,
    ]);
    const url = `${service().url}/api/organizations/${organization}/jobs/${id}/results.csv`;
    const bytes = new Uint8Array(await (await fetch(url, { headers: bearer })).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const answer = await exports.ask(`/${id}/results.csv`);
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="access-${organization}-\\d{4}-\\d\\d-\\d\\d[.]csv"$`),
    );
  });

  test.each([
    ['a formula', '', '=HYPERLINK("http://x"),"y"\n+1'],
    ['a formula behind a NUL', '\0', '=HYPERLINK("http://x"),"y"\n+1'],
    ['a formula behind a next line', '\u0085', '=HYPERLINK("http://x"),"y"\n+1'],
  ])('is safe in spreadsheets where somebody is called %s', async (_what, before, formula) => {
    const { exports, names, organization } = await setUp(1);
    const { login } = world().addUser({ login: `formula-of-${organization}`, name: `${before}${formula}` });
    world().setDirectAccess(organization, names[0] ?? '', login, 'WRITE');
    const { id } = await exports.start();
    await runOut(service(), () => exports.read(id));
    const { text } = await exports.ask(`/${id}/results.csv`);
    expect(text).toContain(`${login},"'=HYPERLINK(""http://x""),""y""\n+1",outside_collaborator`);
  });

  test('has everybody once in 300 repositories and in one with 250 people, with two instances at work', async () => {
    const { exports, names, organization } = await setUp(300);
    for (let more = 0; more < 250; more += 1) {
      const { login } = world().addUser({ login: `crowd-${more}-of-${organization}`, name: null });
      world().setDirectAccess(organization, names[17] ?? '', login, 'WRITE');
    }
    const other = await service().addInstance();
    const { id } = await exports.start();
    for (let step = 0; step < 100 && (await exports.read(id)).endedAt === null; step += 1) {
      await Promise.all([service().workOnJobs(), other.workOnJobs()]);
    }
    const found = await exports.read(id);
    expect(found).toMatchObject({ state: 'done', progress: { done: 300, total: 300 }, file: { rows: 554 } });
    const lines = await exports.file(id);
    expect(lines).toHaveLength(555);
    expect(new Set(lines).size).toBe(555);
  });

  test('is gone a day after the end, and the export with it', async () => {
    const { exports, bearer, organization, owner } = await setUp(2);
    const { id } = await exports.start();
    const { endedAt, file } = await runOut(service(), () => exports.read(id));
    expect(new Date(file?.expiresAt ?? 0).getTime() - new Date(endedAt ?? 0).getTime()).toBe(24 * 3_600_000);
    expect(bearer).toBeDefined();
    service().clock.advance(24 * 3_600_000 - 60_000);
    const later = exportsAs(service(), (await service().signIn(owner)).bearer, organization);
    expect((await later.file(id)).length).toBeGreaterThan(1);
    service().clock.advance(61_000);
    const gone = await later.ask(`/${id}/results.csv`);
    expect([gone.status, gone.json]).toEqual([
      410,
      { error: 'The file of this export was removed. Please start a new export.' },
    ]);
    await service().storage.jobs.clear(service().clock.now(), { rowsMs: 1, addressesMs: 1, filesMs: 24 * 3_600_000 });
    expect((await later.ask(`/${id}`)).status).toBe(404);
    expect((await later.ask()).json).toEqual({ jobs: [] });
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('an export on %s', (engine) => {
  const service = serviceForAccess({ engine });
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  const setUp = async (repositories: number) => {
    const made = addOrganization(service(), repositories);
    const { bearer } = await service().signIn(made.owner);
    control().clearRequests();
    return { ...made, bearer, exports: exportsAs(service(), bearer, made.organization) };
  };

  test('is one at a time for an organization, and told in its audit log once', async () => {
    const { exports, organization } = await setUp(2);
    const { organizationId } = { organizationId: world().organization(organization)?.id ?? 0 };
    const started = await Promise.all([exports.start(), exports.start(), exports.start()]);
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    const { id } = await runOut(service(), () => exports.read(started[0].id));
    service().clock.advance(1);
    const next = await exports.start();
    expect(next.id).not.toBe(id);
    expect((await exports.change(next.id, 'cancel')).state).toBe('cancelled');
    expect((await exports.ask(`/${id}/cancel`, 'POST')).status).toBe(409);
    const listed = (await exports.ask()).json as { readonly jobs: readonly { readonly id: string }[] };
    expect(listed.jobs.map((each) => each.id)).toEqual([next.id, id]);
    const { storage, clock } = service();
    const entries = await storage.auditTrail.read({ organizationId, action: 'job.started', limit: 50 }, clock.now());
    expect(entries.filter(({ outcome }) => outcome === 'done').map(({ target }) => target?.name)).toEqual([
      next.id,
      id,
    ]);
  });

  /** Lets the first ten of its repositories be written, and something happen before the next are asked for. */
  async function afterFirstPage(happen: () => unknown): Promise<void> {
    const first = control().hold({ operation: 'OrganizationAccess' }, 'after');
    const working = service().workOnJobs();
    await first.arrived(1);
    await happen();
    first.release();
    await working;
  }
  const pagesRequested = () => control().count({ operation: 'OrganizationAccess' });
  const everyPage = { operation: 'OrganizationAccess' };

  test.each([
    ['primary', { kind: 'primary-rate-limit' }, 1_790_000],
    ['secondary', { kind: 'secondary-rate-limit', retryAfter: 90 }, 89_000],
  ] as const)('waits for a %s limit, says until when, and goes on where it was', async (_what, fault, atLeastMs) => {
    const { exports } = await setUp(25);
    const { id } = await exports.start();
    await afterFirstPage(() => control().fault({ match: everyPage, ...fault }));
    const waiting = await exports.read(id);
    expect(waiting).toMatchObject({ state: 'limited', progress: { done: 10, total: 25 }, endedAt: null });
    const until = new Date(waiting.until ?? 0).getTime();
    expect(until - service().clock.now().getTime()).toBeGreaterThanOrEqual(atLeastMs);
    const pagesBefore = pagesRequested();
    // One that starts meanwhile cannot know whether times were written by a clock that was put back.
    await (await service().addInstance()).workOnJobs();
    expect((await exports.read(id)).until).toBe(waiting.until);
    service().clock.advance(atLeastMs - 10_000);
    await service().workOnJobs();
    expect(pagesRequested()).toBe(pagesBefore);
    control().clearFaults();
    const found = await runOut(service(), () => exports.read(id));
    expect(found).toMatchObject({ state: 'done', progress: { done: 25 }, file: { unseen: 0 }, until: null });
    const lines = await exports.file(id);
    expect(new Set(lines).size).toBe(lines.length);
    expect(pagesRequested()).toBe(pagesBefore + 2);
  });

  test.each([
    ['goes on under its new name', false],
    ['has nothing of another organization that takes its name', true],
  ])('of an organization that is renamed meanwhile %s', async (_what, isTaken) => {
    const { exports, organization, names } = await setUp(12);
    const { id } = await exports.start();
    const organizationId = world().organization(organization)?.id ?? 0;
    await afterFirstPage(() => {
      if (!isTaken) return world().renameOrganization(organization, `${organization}-renamed`);
      takeOver(service().simulator, organization);
      return world().addRepository({ owner: organization, name: 'of-the-other-one', isPrivate: true });
    });
    const { jobs } = service().storage;
    const job = { id, organizationId };
    for (let step = 0; step < 50 && (await jobs.find(job))?.endedAt === null; step += 1) {
      await service().workOnJobs();
      service().clock.advance(1_000);
    }
    expect(await jobs.find(job)).toMatchObject({
      state: 'done',
      organizationLogin: `${organization}-renamed`,
      file: { unseen: 0 },
    });
    let text = '';
    for (let part = await jobs.partAfter(job, 0); part !== null; ) {
      text += part.text;
      part = await jobs.partAfter(job, part.index);
    }
    expect(new Set(linesIn(text).map((line) => line.split(',')[0]))).toEqual(new Set(names));
  });

  test('keeps the session that it waits with, and goes on with the refreshed token', async () => {
    const { exports } = await setUp(25);
    const { id } = await exports.start();
    const later = new Date(service().clock.now().getTime() + 9 * 3_600_000);
    const headers = { 'retry-after': String(9 * 3_600) };
    const fault = { kind: 'reply', status: 429, headers, body: { message: 'Slow down.' } } as const;
    await afterFirstPage(() => control().fault({ match: everyPage, ...fault }));
    expect(new Date((await exports.read(id)).until ?? 0).getTime()).toBeGreaterThanOrEqual(later.getTime() - 1_000);
    control().clearFaults();
    expect(await runOut(service(), () => exports.read(id), { stepsMax: 500 })).toMatchObject({
      state: 'done',
      progress: { done: 25 },
    });
    expect(service().clock.now().getTime()).toBeGreaterThanOrEqual(later.getTime() - 1_000);
    expect(control().count({ path: '/login/oauth/access_token' })).toBe(1);
  });

  test('outlasts an outage of the code host, and tokens that were not accepted for a moment', async () => {
    const { exports } = await setUp(25);
    const { id } = await exports.start();
    await afterFirstPage(() => control().fault({ match: everyPage, kind: 'reset', times: 4 }));
    expect(await exports.read(id)).toMatchObject({ state: 'running', progress: { done: 10 } });
    for (let minute = 0; minute < 12; minute += 1) {
      service().clock.advance(60_000);
      await service().workOnJobs();
    }
    const found = await exports.read(id);
    expect(found).toMatchObject({ state: 'done', progress: { done: 25 }, file: { unseen: 0 } });
    const second = await exports.start();
    const refused = { kind: 'reply', status: 401, body: { message: 'Bad credentials' }, times: 2 } as const;
    await afterFirstPage(() => control().fault({ match: everyPage, ...refused }));
    expect(await runOut(service(), () => exports.read(second.id))).toMatchObject({
      state: 'done',
      file: { unseen: 0 },
    });
  });

  test.each([
    ['is no owner any more', 'rights-lost', 'the person who runs the export is no longer an owner'],
    ['signed out', 'session-ended', 'the session of the person who runs the export has ended'],
    [
      'holds a token that is not accepted any more',
      'token-rejected',
      'the code host no longer accepts the token of the person',
    ],
  ])(
    'fails when whoever began it %s, says so in its file, and goes on with another owner',
    async (what, reason, why) => {
      const { exports, organization, owner, bearer } = await setUp(25);
      const colleague = world().addUser({ login: `colleague-of-${organization}` }).login;
      world().addMembership({ organization, login: colleague, role: 'admin' });
      const later = exportsAs(service(), (await service().signIn(colleague)).bearer, organization);
      const { id } = await exports.start();
      await afterFirstPage(async () => {
        if (what.startsWith('is no')) {
          world().addMembership({ organization, login: owner, role: 'member' });
          service().clock.advance(61_000);
        } else if (what.startsWith('signed')) {
          const out = await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers: bearer });
          expect(out.status).toBeLessThan(400);
        } else {
          control().fault({
            match: { ...everyPage, login: owner },
            kind: 'reply',
            status: 401,
            body: { message: 'Bad' },
          });
        }
      });
      const found = await runOut(service(), () => later.read(id));
      expect(found).toMatchObject({ state: 'failed', reason, until: null, progress: { done: 10, total: 25 } });
      const lines = await later.file(id);
      expect(lines.at(-1)).toContain('not seen: the rest; ');
      expect(lines.at(-1)).toContain(why);
      const pagesBefore = pagesRequested();
      service().clock.advance(3_600_000);
      await service().workOnJobs();
      expect(pagesRequested()).toBe(pagesBefore);
      control().clearFaults();
      expect(await later.change(id, 'take-over')).toMatchObject({ state: 'running', runBy: colleague, endedAt: null });
      expect(await runOut(service(), () => later.read(id))).toMatchObject({ state: 'done', progress: { done: 25 } });
      const whole = await later.file(id);
      expect(whole.slice(0, lines.length - 1)).toEqual(lines.slice(0, -1));
      expect(new Set(whole).size).toBe(whole.length);
      expect(whole.join()).not.toContain('not seen');
    },
  );

  test('waits in the middle once an older one that had failed goes on', async () => {
    const { exports } = await setUp(25);
    const older = await exports.start();
    const refused = { kind: 'reply', status: 401, body: { message: 'Bad credentials' } } as const;
    await afterFirstPage(() => control().fault({ match: everyPage, ...refused }));
    expect(await runOut(service(), () => exports.read(older.id))).toMatchObject({ state: 'failed' });
    control().clearFaults();
    service().clock.advance(1);
    const newer = await exports.start();
    const held: ReturnType<ReturnType<typeof control>['hold']>[] = [];
    const working = afterFirstPage(async () => {
      await exports.change(older.id, 'resume');
      held.push(control().hold(everyPage));
    });
    await expect.poll(() => exports.read(newer.id)).toMatchObject({ state: 'queued', progress: { done: 10 } });
    for (const hold of held) hold.release();
    await working;
    for (const { id } of [older, newer])
      expect(await runOut(service(), () => exports.read(id))).toMatchObject({ state: 'done', progress: { done: 25 } });
  });

  test('asks nothing more once it is cancelled, not even for what it was at', async () => {
    const { exports } = await setUp(25);
    const { id } = await exports.start();
    await afterFirstPage(() => exports.change(id, 'cancel'));
    await service().workOnJobs();
    expect(await exports.read(id)).toMatchObject({ state: 'cancelled', progress: { done: 0 }, file: { rows: 0 } });
    expect(await exports.file(id)).toEqual([HEADER, ',,,,,,,"not seen: the rest; the export was cancelled",,']);
    expect(pagesRequested()).toBe(1);
  });

  test('names each repository whose people could not be seen, with the reason', async () => {
    const { exports, names, organization: login } = await setUp(2);
    const message = 'You do not have permission to view repository collaborators.';
    const hidden = { name: names[0], isPrivate: true, isArchived: true, collaborators: null };
    const path = ['organization', 'repositories', 'nodes', 0, 'collaborators'];
    const pageInfo = { hasNextPage: false, endCursor: null };
    const databaseId = world().needOrganization(login).id;
    const organization = { databaseId, repositories: { totalCount: 2, nodes: [hidden, null], pageInfo } };
    const body = { data: { organization }, errors: [{ type: 'FORBIDDEN', path, message }] };
    control().fault({ match: everyPage, kind: 'reply', status: 200, body });
    const { id } = await exports.start();
    expect(await runOut(service(), () => exports.read(id))).toMatchObject({
      state: 'done',
      progress: { done: 2 },
      file: { rows: 2, unseen: 2 },
    });
    expect((await exports.file(id)).slice(1)).toEqual([
      `${names[0]},true,true,,,,,not seen: ${message},,`,
      ',,,,,,,not seen: a repository without a name: not reported by the code host,,',
    ]);
  });

  test('is shown, begun, cancelled and downloaded by owners at this moment alone', async () => {
    const mine = await setUp(2);
    const other = await setUp(1);
    const { id } = await mine.exports.start();
    const calls = [
      ['', 'GET'],
      [`/${id}/take-over`, 'POST'],
      [`/${id}`, 'GET'],
      [`/${id}/cancel`, 'POST'],
      [`/${id}/results.csv`, 'GET'],
    ] as const;
    const statuses = async (headers: Readonly<Record<string, string>>, organization = mine.organization) => {
      const asOther = exportsAs(service(), headers, organization);
      const answers = await Promise.all(calls.map(([path, method]) => asOther.ask(path, method)));
      return answers.map(({ status }) => status);
    };
    const bearerOf = async (login: string) => (await service().signIn(login)).bearer;
    expect(await statuses({})).toEqual([401, 401, 401, 401, 401]);
    expect(await statuses(await bearerOf(mine.member))).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(await bearerOf(mine.outside))).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses(other.bearer)).toEqual([404, 404, 404, 404, 404]);
    // Names the own organization, but another one's export.
    expect((await statuses(other.bearer, other.organization)).slice(2)).toEqual([404, 404, 404]);
    world().addMembership({ organization: mine.organization, login: mine.owner, role: 'member' });
    service().clock.advance(61_000);
    expect(await statuses(mine.bearer)).toEqual([403, 403, 403, 403, 403]);
    const organizationId = world().organization(mine.organization)?.id ?? 0;
    const { storage, clock } = service();
    expect(await storage.jobs.find({ id, organizationId })).toMatchObject({ state: 'running', file: { steps: 0 } });
    expect(await storage.auditTrail.read({ organizationId, limit: 50 }, clock.now())).toHaveLength(1);
  });
});

describe('an export that becomes too large', () => {
  const service = serviceForAccess({ accessExportMax: { rows: 15, bytes: 1_000_000 } });

  test('ends with what fits, and says so in its file', async () => {
    const { organization, owner } = addOrganization(service(), 25);
    const exports = exportsAs(service(), (await service().signIn(owner)).bearer, organization);
    const { id } = await exports.start();
    expect(await runOut(service(), () => exports.read(id))).toMatchObject({
      state: 'done',
      progress: { done: 10, total: 25 },
      file: { rows: 15, unseen: 1 },
    });
    expect((await exports.file(id)).at(-1)).toBe(
      ',,,,,,,"not seen: the rest; the file has reached its maximum size",,',
    );
  });
});
