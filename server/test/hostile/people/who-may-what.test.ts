import type { Endpoint } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { exportsAs, runOut } from '../../features/access-exports/exporting.ts';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { foundIn, inDays } from '../../features/people/people.ts';
import { previewed } from '../../features/people-changes/changing.ts';
import { runsAs } from '../../features/runs/running.ts';
import type { RequestHeaders } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { CALLS, call, type EndpointAnswer, isAcross, isOfRun, isOwn, type Targets } from './every-call.ts';

const MINUTE_MS = 61_000;

/** Returns true for endpoints that members may call too. */
const FOR_MEMBERS: ReadonlySet<string> = new Set(['listPeople', 'getPerson']);
/** Returns true for data stored in orgdesk, which a former owner sees for a minute. */
const isKept = ({ chapter, id }: Endpoint) => chapter === 'Audit log' || chapter === 'Jobs' || id === 'listLastReviews';

/** Strings that only owners of the organization may see. */
const marksOf = (organization: string) => [
  `${organization}-guest`,
  `Guest of ${organization}`,
  `${organization}-plans`,
  `${organization}-sealed`,
  `late-${organization}@mail.example`,
  `words-of-${organization}`,
  `address-of-${organization}@mail.example`,
  `asker-in-${organization}`,
];
/** Findings that only owners may see. */
const FINDINGS = ['"kind":"second-factors"', '"secondFactor":"disabled"', '"no-second-factor"'];

let count = 0;

test('every call of these chapters is among them', () => {
  expect(CALLS.length).toBeGreaterThanOrEqual(19);
  expect(CALLS.filter(({ session }) => session !== 'needed')).toEqual([]);
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('everything about people on %s', (engine) => {
  const service = sharedService({ engine });

  /** An organization with secrets, everything of which its owner has made and knows by ID. */
  async function somewhere() {
    count += 1;
    const { simulator, clock, storage, signIn, url, workOn, workOnJobs } = service();
    const { world, control } = simulator;
    clock.stop();
    clock.advance(MINUTE_MS);
    const organization = `vault-${count}`;
    const { id } = world.addOrganization({ login: organization, basePermission: 'NONE' });
    const add = (login: string, role: 'admin' | 'member' | 'billing_manager' = 'member', more: object = {}) => {
      world.addUser({ login, ...more });
      world.addMembership({ organization, login, role });
      return login;
    };
    const owner = add(`${organization}-owner`, 'admin');
    const person = add(`${organization}-person`, 'admin', { secondFactor: 'none' });
    const repository = `${organization}-plans`;
    world.addRepository({ owner: organization, name: repository, isPrivate: true });
    const guest = { login: `${organization}-guest`, name: `Guest of ${organization}`, secondFactor: 'none' } as const;
    world.addUser(guest);
    world.setDirectAccess(organization, repository, guest.login, 'WRITE');
    world.addTeam({
      organization,
      name: `${organization}-sealed`,
      privacy: 'SECRET',
      members: [{ login: person }],
      repositories: [{ name: repository }],
    });
    world.addInstallation({ account: organization });
    // No member: they may see each other.
    world.addUser({ login: `asker-in-${organization}` });
    world.addInstallationRequest({ account: organization, requester: `asker-in-${organization}` });
    world.invite({ organization, email: `late-${organization}@mail.example`, by: person });
    await storage.auditTrail.record(
      [
        {
          organization: { id, login: organization },
          action: 'invitation.cancelled',
          way: 'console',
          actor: { id: 1, login: owner },
          target: { kind: 'email', id: null, name: `address-of-${organization}@mail.example` },
          before: {},
          after: { note: `words-of-${organization}` },
          requestId: 'a-request',
          deliveryId: null,
        },
      ],
      clock.now(),
    );

    const headers = (await signIn(owner)).bearer;
    const elsewhere = (await signIn(owner)).bearer;
    const exports = exportsAs(service(), headers, organization);
    const made = await exports.start();
    await runOut(service(), () => exports.read(made.id));
    const { preview } = await previewed(service(), { organization, headers }, { kind: 'remove' }, [person]);
    const sessionId = await idOfSession(url, elsewhere);
    const [finding] = await foundIn(service(), organization, headers, 'owners');
    if (finding === undefined) throw new Error('there are owners');
    const until = inDays(service(), 30);
    const invitations = [{ email: `late-${organization}@mail.example` }];
    const { id: runId } = await runsAs(service(), headers).begin({
      key: 'run',
      items: [{ organization: id, invitations }],
    });
    await workOn(['run']);
    const [invited] = await storage.jobs.ofOrganization(id, 'invitations', 1);
    await jobsAs(service(), headers, organization).change(invited?.id ?? '', 'cancel');
    const targets: Targets = {
      organization,
      person,
      repository,
      exportId: made.id,
      sessionId,
      preview,
      finding,
      until,
      organizationId: id,
      runId,
    };
    control.clearChanges();

    const isSignedIn = async () => (await fetch(`${url}/api/auth/session`, { headers: elsewhere })).status === 200;
    /** Expects no change, and that the owner still gets everything. */
    const expectWhole = async () => {
      await workOnJobs();
      expect(control.changes({ organization })).toEqual([]);
      const jobs = jobsAs(service(), headers, organization);
      for (const job of await storage.jobs.ofOrganization(id, 'people-change', 10)) await jobs.change(job.id, 'cancel');
      expect(await isSignedIn()).toBe(true);
      expect(await exports.read(made.id)).toMatchObject({ state: 'done' });
      const answers = await everything(headers, targets);
      expect(answers.map(([, { status }]) => status)).toEqual(
        CALLS.map(({ answers }) => ('202' in answers ? 202 : 200)),
      );
      const whole = answers.map(([, { text }]) => text).join('\n');
      expect([...marksOf(organization), ...FINDINGS].filter((mark) => !whole.includes(mark))).toEqual([]);
      await workOnJobs();
      expect(control.changeCounts({ organization })).toEqual({ 'member-removed': 1 });
      expect(await isSignedIn()).toBe(false);
    };
    return { organization, owner, person, targets, add, expectWhole };
  }

  const idOfSession = async (url: string, headers: RequestHeaders): Promise<string> => {
    const answer = await fetch(`${url}/api/auth/sessions`, { headers });
    const { sessions } = (await answer.json()) as { readonly sessions: readonly { id: string; isCurrent: boolean }[] };
    return sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
  };

  async function everything(
    headers: RequestHeaders,
    targets: Targets,
  ): Promise<readonly (readonly [Endpoint, EndpointAnswer])[]> {
    const answers: (readonly [Endpoint, EndpointAnswer])[] = [];
    for (const endpoint of CALLS) answers.push([endpoint, await call(service().url, endpoint, targets, headers)]);
    return answers;
  }

  /** Asks for everything; each has to be answered with a status, and none with a secret of the organization. */
  async function expectOnly(
    headers: RequestHeaders,
    targets: Targets,
    { organization }: { readonly organization: string },
    statusOf: (endpoint: Endpoint) => number,
    /** What callers are told of their own organization. */
    own: readonly string[] = [],
  ) {
    const answers = await everything(headers, targets);
    expect(answers.map(([{ id }, { status }]) => [id, status])).toEqual(
      CALLS.map((endpoint) => [endpoint.id, statusOf(endpoint)]),
    );
    for (const [endpoint, { text }] of answers) {
      const leaks = leaksIn(text, organization).filter((mark) => !(isAcross(endpoint) && own.includes(mark)));
      expect([endpoint.id, leaks]).toEqual([endpoint.id, []]);
    }
  }
  const leaksIn = (text: string, organization: string) =>
    [...marksOf(organization), ...FINDINGS].filter((mark) => text.includes(mark));

  const asStranger = (endpoint: Endpoint) => (isOwn(endpoint) ? 200 : 404);
  const asMember = (endpoint: Endpoint) =>
    isOfRun(endpoint) ? 404 : isOwn(endpoint) || FOR_MEMBERS.has(endpoint.id) ? 200 : 403;

  test('is closed to nobody', async () => {
    const { targets, expectWhole, ...prepared } = await somewhere();
    await expectOnly({}, targets, prepared, () => 401);
    await expectOnly({ authorization: `Bearer ${targets.sessionId.repeat(2)}` }, targets, prepared, () => 401);
    await expectWhole();
  });

  test('is closed to a stranger, for whom the organization does not exist', async () => {
    const { targets, expectWhole, ...prepared } = await somewhere();
    service().simulator.world.addUser({ login: `stranger-to-${prepared.organization}` });
    await expectOnly(
      (await service().signIn(`stranger-to-${prepared.organization}`)).bearer,
      targets,
      prepared,
      asStranger,
    );
    await expectWhole();
  });

  test.each(['member', 'billing_manager'] as const)('is closed to a %s, but for who is there', async (role) => {
    const { targets, expectWhole, add, ...prepared } = await somewhere();
    const { bearer } = await service().signIn(add(`${prepared.organization}-${role}`, role));
    await expectOnly(bearer, targets, prepared, asMember);
    await expectWhole();
  });

  test('is closed to an owner of another organization, there and with the IDs in their own', async () => {
    const { targets, expectWhole, ...prepared } = await somewhere();
    const other = await somewhere();
    const { bearer } = await service().signIn(other.owner);
    await expectOnly(bearer, targets, prepared, asStranger, FINDINGS);
    const answers = await everything(bearer, { ...targets, organization: other.organization });
    for (const [{ id, path }, { status, text }] of answers) {
      // They wrote the name of the repository themselves.
      expect([id, leaksIn(text, prepared.organization).filter((mark) => !FINDINGS.includes(mark))]).toEqual([id, []]);
      if (path.includes('jobs/{id}')) expect([id, status]).toEqual([id, 404]);
      if (id === 'startPeopleChange') expect([id, status >= 400]).toEqual([id, true]);
    }
    expect(service().simulator.control.changes({ organization: other.organization })).toEqual([]);
    await expectWhole();
  });

  test.each(['member', null] as const)('is closed to a former owner, who is now %s, a minute later', async (role) => {
    const { targets, expectWhole, add, ...prepared } = await somewhere();
    const { organization } = prepared;
    const former = add(`${organization}-former`, 'admin');
    const headers = (await service().signIn(former)).bearer;
    // Roles are cached for a minute, and previews belong to a person.
    const own = await previewed(service(), { organization, headers }, { kind: 'remove' }, [prepared.person]);
    const { world } = service().simulator;
    if (role === null) world.removeMembership(organization, former);
    else world.setRole(organization, former, role);
    service().clock.advance(MINUTE_MS);
    const statusOf = role === null ? asStranger : asMember;
    await expectOnly(headers, { ...targets, preview: own.preview }, prepared, statusOf);
    await expectOnly(headers, targets, prepared, statusOf);
    await expectWhole();
  });

  test.each(['member', null] as const)(
    'tells a former owner, who is now %s, within the minute nothing that the code host tells, and changes nothing',
    async (role) => {
      const { targets, expectWhole, add, ...prepared } = await somewhere();
      const { organization } = prepared;
      const former = add(`${organization}-former`, 'admin');
      const headers = (await service().signIn(former)).bearer;
      const own = await previewed(service(), { organization, headers }, { kind: 'remove' }, [prepared.person]);
      const { world } = service().simulator;
      if (role === null) world.removeMembership(organization, former);
      else world.setRole(organization, former, role);
      for (const [endpoint, { text }] of await everything(headers, { ...targets, preview: own.preview })) {
        if (!isKept(endpoint)) expect([endpoint.id, leaksIn(text, organization)]).toEqual([endpoint.id, []]);
      }
      await expectWhole();
    },
  );
});
