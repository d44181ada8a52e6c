import { hash } from 'node:crypto';
import { isSignedBy, parseNote } from '@orgdesk/contract/checkpoint';
import { AUDIT_VIEWS_PER_HOUR } from '@orgdesk/contract/limits';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHeadKey } from '../../../../src/audit/heads.ts';
import { entriesOf } from '../../../audit/entries.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganizations, ofKind, readPerson } from './across.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the report about a person, on %s,', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine, auditHeadTargets: [] });

  const reported = async (...[headers, person]: [Parameters<typeof readPerson>[1], string]) => {
    const { lines } = await readPerson(service(), headers, `${person}?report=true`);
    const [report] = ofKind(lines, 'report');
    if (report !== undefined) expect(lines.at(-2)).toBe(report);
    return report;
  };
  const keys = async () =>
    (await service().storage.auditHeads.keys()).map(({ publicKey }) =>
      Uint8Array.from(Buffer.from(publicKey, 'base64')),
    );
  async function isVerified(document: string): Promise<boolean> {
    const note = parseNote(document);
    if (note === null) return false;
    return (await Promise.all((await keys()).map((key) => isSignedBy(note, key)))).includes(true);
  }

  test('says where they are not there, still there, or could not be checked, and is signed', async () => {
    const { owner, organizations } = addOrganizations(service(), 6);
    const [there, removed, invited, inviting, locked, unread] = organizations;
    const person = there?.logins[0] ?? '';
    const { id } = world().needUser(person);
    world().addTeam({ organization: there?.organization ?? '', name: 'Crew', members: [{ login: person }] });
    world().addMembership({ organization: removed?.organization ?? '', login: person });
    world().removeMembership(removed?.organization ?? '', person);
    world().invite({ organization: invited?.organization ?? '', login: person, by: owner });
    world().invite({ organization: inviting?.organization ?? '', email: 'late@mail.example', by: person });
    const headers = await signIn(owner);
    world().updateOrganization(locked?.organization ?? '', { samlEnforced: true });
    control().fault({ kind: 'bad-gateway-html', match: { path: `/orgs/${unread?.organization}/invitations` } });
    await entriesOf(service(), there?.organization ?? '');

    const report = await reported(headers, person);
    const named = (prepared: typeof there) => ({ id: prepared?.organizationId, login: prepared?.organization });
    const nothing = {
      role: null,
      isPending: false,
      teams: [],
      receivedInvitations: 0,
      sentInvitations: 0,
      reason: null,
    };
    const unknown = { role: null, isPending: null, teams: null, receivedInvitations: null, sentInvitations: null };
    expect(report?.organizations).toEqual([
      { ...nothing, organization: named(there), result: 'still-there', role: 'member', teams: ['crew'] },
      { ...nothing, organization: named(removed), result: 'not-there' },
      { ...nothing, organization: named(invited), result: 'still-there', isPending: true, receivedInvitations: 1 },
      { ...nothing, organization: named(inviting), result: 'still-there', sentInvitations: 1 },
      { ...unknown, organization: named(locked), result: 'not-checked', reason: 'single-sign-on' },
      { ...unknown, organization: named(unread), result: 'not-checked', isPending: false, teams: [], reason: null },
    ]);
    const document = report?.document ?? '';
    const { origin, lines = [] } = parseNote(document) ?? {};
    expect(origin).toBe(`${new URL(service().url).host}/people/${id}`);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        account: { id, login: person },
        checkedBy: { id: world().needUser(owner).id, login: owner },
        checkedAt: service().clock.now().toISOString(),
      },
      ...(report?.organizations ?? []),
    ]);
    expect(await isVerified(document)).toBe(true);
    expect(await isVerified(document.replace('"still-there"', '"not-there"'))).toBe(false);
    expect(await isVerified(document.replace('/people/', '/people/1'))).toBe(false);

    const entries = async (prepared: typeof there) =>
      (await entriesOf(service(), prepared?.organization ?? '')).filter(
        ({ action }) => action === 'person_report.exported',
      );
    expect(await entries(there)).toMatchObject([
      {
        actor: { login: owner },
        target: { kind: 'person', id, name: person },
        after: { result: 'still-there', sha256: hash('sha256', document) },
      },
    ]);
    expect(await entries(removed)).toMatchObject([{ after: { result: 'not-there' } }]);
    expect(await entries(locked)).toEqual([]);
  });

  test('says that somebody whose membership is pending is still there, and does not know what was not read', async () => {
    const { owner, organizations } = addOrganizations(service(), 2);
    const [pending, unread] = organizations;
    world().addUser({ login: 'awaited' });
    const headers = await signIn(owner);
    for (const { organization } of organizations) world().invite({ organization, login: 'awaited', by: owner });
    control().fault({ kind: 'reply', status: 200, body: [], match: { path: /[/](failed_)?invitations$/ } });
    control().fault({ kind: 'bad-gateway-html', match: { path: `/orgs/${unread?.organization}/memberships/awaited` } });
    onTestFinished(() => control().clearFaults());
    const report = await reported(headers, 'awaited');
    expect(report?.organizations).toMatchObject([
      { organization: { login: pending?.organization }, result: 'still-there', isPending: true },
      { organization: { login: unread?.organization }, result: 'not-checked' },
    ]);
  });

  test('says of nobody who was renamed meanwhile that they are gone', async () => {
    const { owner, organizations } = addOrganizations(service(), 2);
    const [there, removed] = organizations;
    const person = removed?.logins[0] ?? '';
    world().removeMembership(removed?.organization ?? '', person);
    const headers = await signIn(owner);
    const held = control().hold({ path: `/orgs/${there?.organization}/invitations` });
    onTestFinished(() => held.release());
    const reading = reported(headers, person);
    await held.arrived(1);
    world().renameUser(person, `${person}-renamed`);
    held.release();
    expect((await reading)?.organizations.map(({ result }) => result)).toEqual(['not-checked', 'not-checked']);
  });

  test('is not made without being wanted, and for nobody who owns no organization', async () => {
    const { owner, organizations } = addOrganizations(service(), 1);
    const person = organizations[0]?.logins[0] ?? '';
    const { lines } = await readPerson(service(), await signIn(owner), person);
    expect(ofKind(lines, 'report')).toEqual([]);
    expect(await reported(await signIn(person), owner)).toBeUndefined();
  });

  test('is marked unsigned once so many were made within an hour', async () => {
    const { owner, organizations } = addOrganizations(service(), 1);
    const [{ organization = '', logins: [person = ''] = [] } = {}] = organizations;
    const headers = await signIn(owner);
    const event = (number: number) => ({
      organization: { id: organizations[0]?.organizationId ?? 0, login: organization },
      action: 'person_report.exported',
      way: 'api' as const,
      actor: { id: world().needUser(owner).id, login: owner },
      target: { kind: 'person' as const, id: number, name: `person-${number}` },
      before: {},
      after: {},
      requestId: null,
      deliveryId: null,
    });
    const many = Array.from({ length: AUDIT_VIEWS_PER_HOUR }, (_, number) => event(number + 1));
    await service().storage.auditTrail.record(many, service().clock.now());
    expect(await reported(headers, person)).toMatchObject({
      organizations: [{ result: 'still-there' }],
      document: null,
      unsigned: {
        reason: 'too-many',
        setting: null,
        document: expect.stringMatching(/^UNSIGNED: .*\nToo many reports/),
      },
    });
    service().clock.advance(60 * 60 * 1000 + 1);
    expect((await reported(await signIn(owner), person))?.document).not.toBeNull();
  });
});

describe('the report about a person where nothing is signed', () => {
  const { service, world, signIn } = stoppedService();

  test('is marked unsigned with the setting, and found in the audit log, until the database has a key', async () => {
    const { owner, organizations } = addOrganizations(service(), 1);
    const [{ organization = '', logins: [person = ''] = [] } = {}] = organizations;
    const headers = await signIn(owner);
    const reported = async () =>
      ofKind((await readPerson(service(), headers, `${person}?report=true`)).lines, 'report')[0];
    const report = await reported();
    expect(report).toMatchObject({ document: null, unsigned: { reason: 'signing-off', setting: 'TOKEN_SECRET' } });
    const text = report?.unsigned?.document ?? '';
    const [mark, why, empty, ...lines] = text.trimEnd().split('\n');
    expect(mark).toMatch(/^UNSIGNED: this report proves nothing/);
    expect(why).toContain('TOKEN_SECRET');
    expect(empty).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ account: { id: world().needUser(person).id, login: person } }),
      ...(report?.organizations ?? []),
    ]);
    expect(parseNote(text)).toBe(null);
    expect(
      (await entriesOf(service(), organization)).filter(({ action }) => action === 'person_report.exported'),
    ).toMatchObject([{ after: { sha256: hash('sha256', text) } }]);

    const { auditHeads } = service().storage;
    const key = createHeadKey({ bytes: (count) => new Uint8Array(count).fill(7) });
    await auditHeads.addKey({ ...key, keyId: 'stored', endorsement: null }, [], service().clock.now());
    const signed = await reported();
    expect(signed?.unsigned).toBe(null);
    const note = parseNote(signed?.document ?? '');
    expect(note !== null && (await isSignedBy(note, Uint8Array.from(Buffer.from(key.publicKey, 'base64'))))).toBe(true);
  });
});
