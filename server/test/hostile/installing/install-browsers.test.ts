import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { type Browser, createBrowser, fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { begin, COMPLETE, callbackUrl, installationOn, issueAt, linkedTo } from './installing.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('an installation across two browsers, on %s', (engine) => {
  const service = sharedService({ engine });
  const idOn = (login: string) => installationOn(service(), login);
  let made = 0;
  /** Two people, each with an organization of their own on which the App is since they signed in. */
  const twoPeople = async () => {
    const { world } = service().simulator;
    made += 1;
    const logins = ['attacker', 'victim'].map((role) => `${role}-${engine.toLowerCase()}-${made}`);
    const [attacker, victim] = await Promise.all(
      logins.map(async (login) => {
        world.addUser({ login });
        const signedIn = await service().signIn(login);
        world.enlarge(login, { organizations: 1, installations: 1, role: 'admin', prefix: login });
        return { ...signedIn, installation: idOn(`${login}-0001`) };
      }),
    );
    if (attacker === undefined || victim === undefined) throw new Error('nobody signed in');
    const links = async () => [await linkedTo(service(), attacker.bearer), await linkedTo(service(), victim.bearer)];
    return { attacker, victim, links };
  };
  const finish = (browser: Browser, state: string, id: number, headers: Readonly<Record<string, string>> = {}) =>
    browser.request(callbackUrl(service(), { installation_id: String(id), setup_action: 'install', state }), {
      headers,
    });

  test('that the attacker began is refused in the browser of the victim, whoever’s installation it names', async () => {
    const { attacker, victim, links } = await twoPeople();
    for (const busy of [false, true]) {
      const state = await begin(service(), attacker.browser);
      if (busy) await begin(service(), victim.browser);
      for (const id of [victim.installation, attacker.installation]) {
        expect((await finish(victim.browser, state, id)).status).toBe(403);
        expect((await finish(createBrowser(), state, id)).status).toBe(403);
      }
    }
    expect(await links()).toEqual([[], []]);
  });

  test('that the attacker began with a tossed cookie gives neither of them anything of the other’s', async () => {
    const { attacker, victim, links } = await twoPeople();
    const state = await begin(service(), attacker.browser);
    const csrf = (await attacker.browser.cookie(service().url, 'host_install_csrf')) ?? '';
    const own = await victim.browser.jar.getCookieString(service().url);
    const tossed = `${own}; host_install_csrf=${csrf}`;
    const answer = await finish(victim.browser, state, victim.installation, { cookie: tossed });
    expect(answer.status).toBe(400);
    expect(await links()).toEqual([[], []]);
    await finish(victim.browser, state, attacker.installation, { cookie: tossed });
    expect(await links()).toEqual([[attacker.installation], []]);
  });

  test('whose beginner signed out links to the one who finishes it only what is their own', async () => {
    const { attacker, victim } = await twoPeople();
    const state = await begin(service(), attacker.browser);
    const csrf = (await attacker.browser.cookie(service().url, 'host_install_csrf')) ?? '';
    await fetchOnce(`${service().url}/api/auth/logout`, { method: 'POST', headers: attacker.bearer });
    const cookie = `host_session=${victim.id}; host_install_csrf=${csrf}`;
    expect((await finish(createBrowser(), state, attacker.installation, { cookie })).status).toBe(400);
    expect(await linkedTo(service(), victim.bearer)).toEqual([]);
    expect((await finish(createBrowser(), state, victim.installation, { cookie })).status).toBe(302);
    expect(await linkedTo(service(), victim.bearer)).toEqual([victim.installation]);
  });

  test('that the victim began and the attacker learned of gives the attacker nothing', async () => {
    const { attacker, victim, links } = await twoPeople();
    const state = await begin(service(), victim.browser);
    for (const id of [victim.installation, attacker.installation]) {
      expect((await finish(attacker.browser, state, id)).status).toBe(403);
    }
    await begin(service(), attacker.browser);
    expect((await finish(attacker.browser, state, victim.installation)).status).toBe(403);
    expect(await links()).toEqual([[], []]);
    expect((await finish(victim.browser, state, victim.installation)).status).toBe(302);
    expect(await links()).toEqual([[], [victim.installation]]);
  });

  test('with a thousand tossed cookies around its own is still finished', async () => {
    const { victim, links } = await twoPeople();
    const tossed = Array.from({ length: 1_000 }, (_, index) => `host_install_csrf=tossed-${index}`).join('; ');
    for (const order of ['before', 'after']) {
      const state = await begin(service(), victim.browser);
      const own = await victim.browser.jar.getCookieString(service().url);
      const cookie = order === 'before' ? `${tossed}; ${own}` : `${own}; ${tossed}`;
      expect((await finish(createBrowser(), state, victim.installation, { cookie })).status).toBe(302);
    }
    expect(await links()).toEqual([[], [victim.installation]]);
  });

  test('with the cookie of the sign-in, or the state of one, is refused', async () => {
    const { victim, links } = await twoPeople();
    const state = await begin(service(), victim.browser);
    const { csrf } = decodeJwt(state);
    const asAuth = `host_session=${victim.id}; host_auth_csrf=${csrf}`;
    expect((await finish(createBrowser(), state, victim.installation, { cookie: asAuth })).status).toBe(403);
    const oauth = await issueAt(service(), { type: 'oauth', csrf: 'c', mode: 'web', returnTo: '/' });
    const cookie = `host_session=${victim.id}; host_install_csrf=c`;
    expect((await finish(createBrowser(), oauth, victim.installation, { cookie })).status).toBe(400);
    expect(await links()).toEqual([[], []]);
  });

  test('completed by hand from another site with the cookie of the victim is refused', async () => {
    const { victim, links } = await twoPeople();
    const body = JSON.stringify({ installationId: victim.installation });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await victim.browser.request(`${service().url}${COMPLETE}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    expect(await links()).toEqual([[], []]);
  });
});
