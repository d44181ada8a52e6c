import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { ENTRIES } from '../../../src/features/webhooks/audit-entries.ts';
import { entriesOf } from '../../audit/entries.ts';
import { fetchOnce } from '../../support/browser.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { cachedFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { postWebhook } from '../../support/webhooks.ts';

type Payload = Readonly<Record<string, unknown>> & {
  readonly action?: string;
  readonly installation?: { readonly id?: number; readonly account?: object };
};

interface PublishedEvent {
  readonly name: string;
  readonly examples: readonly Payload[];
}

const events: readonly PublishedEvent[] = createRequire(import.meta.url)('@octokit/webhooks-examples');
const published = events.flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })));

/** Events that are believed without asking the code host, and those that count as a change of the installation. */
const SERIOUS = [
  ...['created', 'deleted', 'suspend', 'unsuspend', 'new_permissions_accepted'].map((action) => ({
    name: 'installation',
    action,
  })),
  { name: 'github_app_authorization', action: 'revoked' },
];
const RECORDED = [
  'installation',
  'installation_repositories',
  'installation_target',
  'organization',
  'membership',
  'team',
  'member',
  'repository',
];

describe('a captured body under the name of another event', () => {
  const service = sharedService();
  const post = (event: string, payload: object) => postWebhook(service().url, { event, body: JSON.stringify(payload) });

  /** An organization with a session of its owner, and the published payloads as the App would receive them of it. */
  async function addCapturedOrganization() {
    const { app } = service().simulator;
    const { organization, organizationId, owner, ownerId, installation } = addOrganization(service());
    const { bearer } = await service().signIn(owner);
    const account = { login: organization, id: organizationId, type: 'Organization' };
    await post('installation', { action: 'created', installation: { id: installation, app_id: app.id, account } });
    const own = ({ installation: of, ...payload }: Payload): Payload => ({
      ...payload,
      ...('organization' in payload && { organization: account }),
      ...('sender' in payload && { sender: { login: owner, id: ownerId } }),
      ...((of !== undefined || 'organization' in payload || 'repository' in payload) && {
        installation: {
          ...of,
          id: installation,
          ...(of?.account !== undefined && { app_id: app.id, account }),
        },
      }),
    });
    const renamed: Payload = {
      action: 'renamed',
      account,
      changes: { login: { from: 'former' } },
      target_type: 'Organization',
      organization: account,
      installation: {},
    };
    const bodies = [...published, { name: 'installation_target', payload: renamed }].map(({ name, payload }) => ({
      name,
      payload: own(payload),
    }));
    const session = async () => (await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer })).status;
    const cached = () => cachedFacts(service().storage, installation);
    return { organization, bodies, session, cached };
  }

  test('neither changes an installation nor ends a session, whatever its action', async () => {
    const { bodies, session, cached } = await addCapturedOrganization();
    const { control } = service().simulator;
    const before = await cached();
    expect(before).toMatchObject({ suspended: false });
    // Only then is a suspension believed, and a change answered with 500.
    control.fault({ match: { path: '/app/installations' }, kind: 'bad-gateway-html' });
    const shapes = new Map(
      bodies
        .filter(({ payload }) => payload.installation !== undefined)
        .map((body) => [`${body.name} ${Object.keys(body.payload)}`, body]),
    );
    expect(shapes.size).toBeGreaterThan(100);
    for (const { name: own, payload } of shapes.values()) {
      for (const { name, action } of SERIOUS.filter(({ name }) => name !== own)) {
        const answer = await post(name, { ...payload, action });
        // A revocation without a sender is malformed.
        const status = name === 'github_app_authorization' && !('sender' in payload) ? 400 : 200;
        expect([own, name, action, answer.status]).toEqual([own, name, action, status]);
      }
    }
    expect([await cached(), await session()]).toEqual([before, 200]);

    for (const { name, payload } of bodies.filter(({ payload: { action } }) => action === 'revoked'))
      await post(name, payload);
    expect(await session()).toBe(401);
    const deleted = bodies.find(({ name, payload }) => name === 'installation' && payload.action === 'deleted');
    await post('installation', deleted?.payload ?? {});
    expect(await cached()).toBeNull();
    control.clearFaults();
  });

  test('makes no entry of the audit log', async () => {
    const { organization, bodies } = await addCapturedOrganization();
    const entries = await entriesOf(service(), organization);
    const recorded = bodies.filter(({ name }) => RECORDED.includes(name));
    // The App is not subscribed to the others, but might be.
    for (const { name: own, payload } of bodies.filter((body) => !recorded.includes(body))) {
      for (const name of ['repository', 'organization', 'team']) {
        if (ENTRIES.has(`${name}.${payload.action}`))
          expect([200, 400], `${own} as ${name}`).toContain((await post(name, payload)).status);
      }
    }
    expect(await entriesOf(service(), organization)).toEqual(entries);
    // Both tell of the same renaming.
    const renaming = ['organization', 'installation_target'];
    for (const { name: own, payload } of recorded) {
      for (const name of RECORDED) {
        if (name === own || (renaming.includes(own) && renaming.includes(name))) continue;
        expect([200, 400], `${own} as ${name}`).toContain((await post(name, payload)).status);
        expect(await entriesOf(service(), organization), `${own} as ${name}`).toEqual(entries);
      }
    }
    for (const { name, payload } of recorded) await post(name, payload);
    expect((await entriesOf(service(), organization)).length).toBeGreaterThan(entries.length + 10);
  });
});
