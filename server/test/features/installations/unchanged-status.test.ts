import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { installationPayload, postWebhook } from '../../support/webhooks.ts';

const PLAIN = { 'accept-encoding': 'identity' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'GET /api/install/status that was answered before, on %s',
  (engine) => {
    const service = sharedService({ engine });
    const world = () => service().simulator.world;
    const get = (headers: Readonly<Record<string, string>>) =>
      fetchOnce(`${service().url}/api/install/status`, { headers });
    let people = 0;
    /** Somebody new with an installation on an organization with so many repositories. */
    const newcomer = async (repositories: number) => {
      people += 1;
      const login = `unchanged-${engine.toLowerCase()}-${people}`;
      world().addUser({ login });
      const { organizations, installationIds } = world().enlarge(login, {
        organizations: 1,
        installations: 1,
        role: 'admin',
        prefix: login,
      });
      const [owner = ''] = organizations;
      const [installationId = 0] = installationIds;
      for (let index = 1; index <= repositories; index += 1) world().addRepository({ owner, name: `repo-${index}` });
      const { bearer } = await service().signIn(login);
      return { owner, installationId, bearer };
    };

    test('is 304 without a body for whoever has it, in whatever form the tag comes', async () => {
      const { bearer } = await newcomer(20);
      const first = await get(bearer);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
      for (const condition of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const answer = await get({ ...bearer, 'if-none-match': condition });
        expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('vary')).toBe('accept-encoding');
      }
      const other = await get({ ...bearer, 'if-none-match': '"other"' });
      expect([other.status, other.json]).toEqual([200, first.json]);
      const stranger = await get({ 'if-none-match': '*' });
      expect(stranger.status).toBe(401);
    });

    test('is whole again as soon as the list, the account or the links have changed', async () => {
      const { bearer, owner, installationId } = await newcomer(2);
      let lastTag = (await get(bearer)).headers.get('etag') ?? '';
      const changed = async () => {
        const answer = await get({ ...bearer, 'if-none-match': lastTag });
        expect(answer.status).toBe(200);
        lastTag = answer.headers.get('etag') ?? '';
        expect((await get({ ...bearer, 'if-none-match': lastTag })).status).toBe(304);
        return answer.json;
      };
      const tell = async (event: string, action: string) => {
        const delivered = await postWebhook(service().url, {
          event,
          body: installationPayload(action, installationId),
        });
        expect(delivered.status).toBe(200);
      };

      world().addRepository({ owner, name: 'added' });
      await tell('installation_repositories', 'added');
      expect(await changed()).toMatchObject({ accounts: [{ repositoryCount: 3 }], summary: { totalRepositories: 3 } });

      world().renameOrganization(owner, `${owner}-renamed`);
      await tell('installation_target', 'renamed');
      expect(await changed()).toMatchObject({ accounts: [{ accountLogin: `${owner}-renamed` }] });

      world().removeInstallation(installationId);
      await tell('installation', 'deleted');
      expect(await changed()).toMatchObject({ installed: false, accounts: [] });
    });

    test('is the same compressed and plain, and again from what is kept', async () => {
      const { bearer } = await newcomer(30);
      const answers = [];
      for (const headers of [PLAIN, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br, GZIP;q=0.5' }, PLAIN]) {
        const answer = await get({ ...bearer, ...headers });
        answers.push([answer.status, answer.text, answer.headers.get('etag'), answer.headers.get('content-type')]);
        expect(answer.headers.get('content-encoding')).toBe(headers === PLAIN ? null : 'gzip');
        expect(answer.headers.get('vary')).toBe('accept-encoding');
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });

    test('is plain for whoever refuses it compressed, and when it is short', async () => {
      const { bearer } = await newcomer(30);
      const refusing = await get({ ...bearer, 'accept-encoding': 'gzip;q=0' });
      expect([refusing.status, refusing.headers.get('content-encoding')]).toEqual([200, null]);
      const short = await get({ ...(await newcomer(0)).bearer, 'accept-encoding': 'gzip' });
      expect([short.status, short.headers.get('content-encoding')]).toEqual([200, null]);
    });

    test('is made once for all who ask at the same moment', async () => {
      const { bearer } = await newcomer(30);
      const answers = await Promise.all(Array.from({ length: 20 }, () => get(bearer)));
      expect(new Set(answers.map(({ text, headers }) => `${headers.get('etag')} ${text}`)).size).toBe(1);
    });
  },
);
