import type { DismissedFindingsAnswer } from '@orgdesk/contract';
import { DISMISSED_FINDINGS_MAX, DISMISSED_REASON_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { AUDIT_CHANGES } from '../../../src/lib/limits/audit.ts';
import { entriesOf } from '../../audit/entries.ts';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { withoutTrail } from '../../support/databases/without-trail.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addOrganization, dismissedOf, foundIn, inDays, type SealedFinding } from './people.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNKNOWN_KEY = `owners.1.${'0'.repeat(16)}`;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('findings of the access review on %s', (engine) => {
  const { service, world, signIn } = stoppedService({ engine });

  const post = (organization: string, headers: RequestHeaders, body: unknown, below = '') =>
    fetchOnce(dismissedOf(service(), organization, below), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** An organization with its owner signed in. */
  async function setUp(members = 0) {
    const made = addOrganization(service(), members);
    const { organization, owner } = made;
    const headers = await signIn(owner);
    const found = (kind: string) => foundIn(service(), organization, headers, kind);
    const bodyOf = (findings: readonly SealedFinding[], more: object = {}) => ({
      findings,
      until: inDays(service(), 30),
      reason: 'Known',
      ...more,
    });
    const dismiss = (findings: readonly SealedFinding[], more: object = {}) =>
      post(organization, headers, bodyOf(findings, more));
    const restore = (keys: readonly string[]) => post(organization, headers, { keys }, '/restore');
    const listed = async (by = headers) => {
      const answer = await fetchOnce(dismissedOf(service(), organization), { headers: by });
      return (answer.json as DismissedFindingsAnswer).findings;
    };
    const entries = async () =>
      (await entriesOf(service(), organization)).filter(({ action }) => action.startsWith('finding.'));
    return { ...made, headers, found, bodyOf, dismiss, restore, listed, entries };
  }

  /** Dismisses findings that no review listed. */
  const store = async (
    { organizationId, organization }: { readonly organizationId: number; readonly organization: string },
    keys: readonly string[],
    lastingMs: number,
  ) => {
    const at = service().clock.now();
    const by = { id: 1, login: 'x' };
    const stored = await service().storage.dismissedFindings.dismiss(
      keys.map((key) => ({ key, targetName: 'x', reason: 'x', until: new Date(at.getTime() + lastingMs) })),
      { organizationId, by, at, within: { withinMs: 1, max: 10_000 }, max: DISMISSED_FINDINGS_MAX },
      () => ({
        organization: { id: organizationId, login: organization },
        action: 'finding.dismissed',
        way: 'api',
        actor: by,
        target: null,
        before: {},
        after: {},
        requestId: null,
        deliveryId: null,
      }),
    );
    expect(stored.ok).toBe(true);
  };

  test('are dismissed until a date with a reason, for every owner, and restored; all in the audit log', async () => {
    const { organization, owner, ownerId, add, found, dismiss, restore, listed, entries } = await setUp();
    const other = add(`other-${organization}`, 'admin').login;
    const findings = await found('owners');
    expect(findings.map(({ name }) => name)).toEqual([owner, other]);
    const answer = await dismiss(findings.slice(1), { reason: '  On call  ' });
    const { key = '' } = findings[1] ?? {};
    const until = inDays(service(), 30);
    const dismissed = {
      key,
      finding: 'owners',
      target: { kind: 'person', id: world().user(other)?.id, name: other },
      reason: 'On call',
      until,
      dismissedAt: service().clock.now().toISOString(),
      dismissedBy: { id: ownerId, login: owner },
    };
    expect([answer.status, answer.json]).toEqual([200, { findings: [dismissed] }]);
    expect(await listed(await signIn(other))).toEqual([dismissed]);
    expect((await dismiss(findings.slice(1), { reason: 'On call' })).json).toEqual({ findings: [dismissed] });

    const later = inDays(service(), 60);
    await dismiss(findings.slice(1), { reason: 'Still', until: later });
    expect((await restore([key, UNKNOWN_KEY])).json).toEqual({ findings: [] });
    expect((await restore([key])).json).toEqual({ findings: [] });
    const target = { kind: 'person', id: world().user(other)?.id, name: other };
    expect(await entries()).toMatchObject([
      {
        action: 'finding.dismissed',
        way: 'api',
        actor: { login: owner },
        target,
        before: {},
        after: { finding: 'owners', until, reason: 'On call' },
      },
      { before: { until, reason: 'On call' }, after: { until: later, reason: 'Still' } },
      { action: 'finding.restored', target, before: { finding: 'owners', until: later, reason: 'Still' }, after: {} },
    ]);
  });

  test('of teams too', async () => {
    const { organization, found, dismiss } = await setUp();
    world().addTeam({ organization, name: 'Idle' });
    const { json } = await dismiss([
      ...(await found('team-without-people')),
      ...(await found('team-without-repositories')),
    ]);
    expect((json as DismissedFindingsAnswer).findings).toMatchObject([
      { finding: 'team-without-people', target: { kind: 'team', name: 'idle' } },
      { finding: 'team-without-repositories', target: { kind: 'team', name: 'idle' } },
    ]);
  });

  test('come back when they change, not when a person is renamed', async () => {
    const { organization, found, dismiss } = await setUp();
    const guest = world().addUser({ login: `guest-of-${organization}`, secondFactor: 'none' }).login;
    for (const name of ['plans', 'notes']) world().addRepository({ owner: organization, name });
    world().setDirectAccess(organization, 'plans', guest, 'READ');
    const keys = async (kind: string) => (await found(kind)).map(({ key }) => key);
    const before = { access: await keys('outside-collaborators'), factor: await keys('no-second-factor') };
    await dismiss(await found('outside-collaborators'));
    world().renameUser(guest, `renamed-${organization}`);
    expect(await keys('outside-collaborators')).toEqual(before.access);
    world().setDirectAccess(organization, 'notes', `renamed-${organization}`, 'READ');
    expect(await keys('outside-collaborators')).not.toEqual(before.access);
    expect(await keys('no-second-factor')).toEqual(before.factor);
  });

  test('come back at their date, and are removed then', async () => {
    const { organizationId, found, dismiss, listed, entries } = await setUp();
    const findings = await found('owners');
    await dismiss(findings, { until: inDays(service(), HOUR_MS / DAY_MS) });
    service().clock.advance(HOUR_MS - 1);
    expect(await listed()).toHaveLength(1);
    service().clock.advance(1);
    const { storage } = service();
    const stored = () => storage.dismissedFindings.list(organizationId, new Date(0));
    expect([await listed(), (await stored()).length]).toEqual([[], 1]);
    await storage.deleteUnneeded(service().clock.now());
    expect(await stored()).toEqual([]);
    await dismiss(findings);
    expect((await entries()).at(-1)).toMatchObject({ action: 'finding.dismissed', before: {} });
  });

  test('stay when those of another organization are over', async () => {
    const [one, other] = [await setUp(), await setUp()];
    await store(one, [UNKNOWN_KEY], HOUR_MS);
    await store(other, [UNKNOWN_KEY], 2 * HOUR_MS);
    service().clock.advance(HOUR_MS);
    await service().storage.deleteUnneeded(service().clock.now());
    expect([await one.listed(), (await other.listed()).length]).toEqual([[], 1]);
  });

  test.each<readonly [string, object, string]>([
    ['a date in the past', { until: '2020-01-01' }, 'Please choose a date in the future'],
    ['no date', { until: 'soon' }, 'Please choose a date in the future'],
    ['a date more than a year ahead', { until: '2990-01-01' }, 'Please choose a date in the future'],
    ['a blank reason', { reason: ' \u0000 ' }, 'Please enter a reason.'],
    ['no reason', { reason: '' }, 'is not valid.'],
    ['a long reason', { reason: 'x'.repeat(DISMISSED_REASON_MAX_CHARACTERS + 1) }, 'is not valid.'],
    ['nothing', { findings: [] }, 'is not valid.'],
    ['a key of another form', { findings: [{ key: 'x', name: 'x', seal: 'x' }] }, 'is not valid.'],
  ])('are not dismissed with %s', async (_what, wrong, message) => {
    const { found, dismiss, listed, entries } = await setUp();
    const { status, json } = await dismiss(await found('owners'), wrong);
    expect([status, json]).toEqual([400, { error: expect.stringContaining(message) }]);
    expect([await listed(), await entries()]).toEqual([[], []]);
  });

  test('are dismissed only as the review of this organization listed them', async () => {
    const made = await setUp();
    const elsewhere = await setUp();
    const [finding] = await made.found('owners');
    if (finding === undefined) throw new Error('there is an owner');
    for (const forged of [
      { ...finding, seal: 'x'.repeat(22) },
      { ...finding, name: 'somebody' },
      { ...finding, key: UNKNOWN_KEY },
      ...(await elsewhere.found('owners')),
    ]) {
      expect((await made.dismiss([finding, forged])).status).toBe(409);
    }
    expect([await made.listed(), await made.entries()]).toEqual([[], []]);
  });

  test('are for owners of their organization, as they are now', async () => {
    const { organization, owner, headers, add, found, bodyOf, dismiss, listed } = await setUp();
    const body = bodyOf(await found('owners'));
    await dismiss(body.findings);
    const keys = body.findings.map(({ key }) => key);
    const statuses = async (by: RequestHeaders) => [
      (await fetchOnce(dismissedOf(service(), organization), { headers: by })).status,
      (await post(organization, by, body)).status,
      (await post(organization, by, { keys }, '/restore')).status,
    ];
    expect(await statuses({})).toEqual([401, 401, 401]);
    expect(await statuses(await signIn('edsger'))).toEqual([404, 404, 404]);
    expect(await statuses((await setUp()).headers)).toEqual([404, 404, 404]);
    expect(await statuses(await signIn(add(`member-${organization}`).login))).toEqual([403, 403, 403]);
    const second = await signIn(add(`second-${organization}`, 'admin').login);
    world().setRole(organization, owner, 'member');
    service().clock.advance(61_000);
    expect(await statuses(headers)).toEqual([403, 403, 403]);
    expect(await listed(second)).toHaveLength(1);
  });

  test('are as many as fit, and a person changes so many in an hour', async () => {
    const made = await setUp(110);
    const { found, dismiss, listed, restore } = made;
    const findings = await found('in-no-team');
    expect(findings).toHaveLength(110);
    expect((await dismiss(findings)).status).toBe(400);
    const hundred = findings.slice(0, 100);
    for (const reason of ['one', 'two', 'three']) expect((await dismiss(hundred, { reason })).status).toBe(200);
    expect(AUDIT_CHANGES.max).toBe(300);
    const refused = await dismiss(hundred.slice(0, 1), { reason: 'four' });
    expect([refused.status, (await restore([hundred[0]?.key ?? ''])).status]).toEqual([429, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(new Set((await listed()).map(({ reason }) => reason))).toEqual(new Set(['three']));

    service().clock.advance(3_601_000);
    const keys = Array.from({ length: DISMISSED_FINDINGS_MAX - 101 }, (_, at) => `owners.${at + 1}.${'a'.repeat(16)}`);
    await store(made, keys, DAY_MS);
    const answers = await Promise.all(findings.slice(100, 102).map((finding) => dismiss([finding])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('are dismissed with their entry or not at all', async () => {
    const { found, dismiss, listed } = await setUp();
    const findings = await found('owners');
    await withoutTrail(service().databaseUrl, async () => {
      expect((await dismiss(findings)).status).toBeGreaterThanOrEqual(500);
    });
    expect(await listed()).toEqual([]);
  });
});
