import { describe, expect, test } from 'vitest';
import { NEEDED_PERMISSIONS } from '../../../src/domain/installation.ts';
import { massInvite } from '../invitations/mass/inviting.ts';
import { accessOf, installationIdOn, serviceForAccess } from './asking.ts';

describe('an App that does not ask for what orgdesk needs', () => {
  const { service, world, control, signIn } = serviceForAccess({ app: { permissions: { members: 'read' } } });
  const settingsUrl = () => `${service().simulator.url}/organizations/orgdesk/settings/apps/orgdesk-dev/permissions`;
  const [members, metadata] = NEEDED_PERMISSIONS.map(({ name, level, purpose }) => ({ name, needed: level, purpose }));
  const notRequested = () => ({
    kind: 'permissions-not-requested',
    settingsUrl: settingsUrl(),
    permissions: [
      { ...members, requested: 'read' },
      { ...metadata, requested: null },
    ],
  });

  test('is told so, with the page that mends it, though all that it asks for is granted and nobody can be invited [OA-4]', async () => {
    const ada = await signIn('ada');
    const { json } = await massInvite(service().url, 'acme', ada, { userLogins: ['edsger'] });
    expect(json).toEqual({
      success: [],
      failed: [{ login: 'edsger', error: 'Resource not accessible by integration' }],
    });
    expect(await accessOf(service(), 'acme', ada)).toMatchObject({ causes: [notRequested()], unchecked: [] });
  });

  test('comes after an App that is missing or suspended, and before what was not granted [OA-4]', async () => {
    const ada = await signIn('ada');
    const kindsOf = async (login: string) => (await accessOf(service(), login, ada)).causes.map(({ kind }) => kind);
    expect(await kindsOf('quiet-co')).toEqual(['app-missing', 'permissions-not-requested']);
    expect(await kindsOf('harbor-tools')).toEqual(['app-suspended', 'permissions-not-requested']);
    world().setInstallationPermissions(installationIdOn(service(), 'lumen-labs'), {});
    expect(await kindsOf('lumen-labs')).toEqual(['permissions-not-requested', 'permissions-missing']);
  });

  test('is no matter where more was granted than it asks for now', async () => {
    const ada = await signIn('ada');
    const id = installationIdOn(service(), 'acme');
    world().setInstallationPermissions(id, { members: 'write', metadata: 'read' });
    const granted = await accessOf(service(), 'acme', ada);
    world().setInstallationPermissions(id, null);
    expect(granted.causes).toEqual([]);
  });

  test('is told without an address when the code host names no owner', async () => {
    service().clock.advance(600_000);
    control().fault({ kind: 'reply', status: 200, body: { permissions: {} }, match: { path: '/app' }, times: 1 });
    const { causes } = await accessOf(service(), 'acme', await signIn('ada'));
    expect(causes[0]).toMatchObject({ kind: 'permissions-not-requested', settingsUrl: null });
  });
});
