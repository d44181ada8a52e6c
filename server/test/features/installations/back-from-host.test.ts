import { describe, expect, test } from 'vitest';
import { begin, callbackUrl, installationOn, issueAt, linkedTo } from '../../hostile/installing/installing.ts';
import { fetchOnce } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const MISSING = 'Something went wrong during app installation. Please try again.';
const INVALID = 'Your installation session was invalid. Please try installing again.';
const EXPIRED = 'Your installation session expired. Please try installing again.';
const HTML = { headers: { accept: 'text/html,application/xhtml+xml' } };
const SEE = 'Back from GitHub: see whether the App is installed';

describe('a page after coming back from the platform', () => {
  const service = sharedService();

  /** Whatever is shown says nothing about the App that is not known. */
  function expectNoClaim(text: string) {
    expect(text).not.toMatch(/not installed|was installed|is installed\.|saved|changed successfully/i);
  }

  test.each([
    ['after a change there', { setup_action: 'update' }],
    ["after installing from the App's own page", { setup_action: 'install' }],
    ['after an address without anything', {}],
  ])('%s leads to the installations, and nothing is fetched or linked', async (_what, query) => {
    const { browser, bearer } = await service().signIn('grace');
    const linked = await linkedTo(service(), bearer);
    const { control } = service().simulator;
    control.clearRequests();
    const address = callbackUrl(service(), { installation_id: String(installationOn(service(), 'acme')), ...query });
    const page = await browser.request(address, HTML);
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`<h1>${SEE}</h1>`);
    expect(page.text).toContain(MISSING);
    expect(page.text).toContain('href="/installations">Show the installations</a>');
    expectNoClaim(page.text);
    expect((await browser.request(address)).json).toEqual({ error: MISSING });
    expect(control.requests()).toEqual([]);
    expect(await linkedTo(service(), bearer)).toEqual(linked);
  });

  test('after more than ten minutes there leads to the installations', async () => {
    const { browser } = await service().signIn('ada');
    const state = await begin(service(), browser);
    service().clock.advance(11 * 60_000);
    const query = { installation_id: String(installationOn(service(), 'acme')), setup_action: 'install', state };
    const page = await browser.request(callbackUrl(service(), query), HTML);
    expect([page.status, page.text.includes(SEE), page.text.includes(INVALID)]).toEqual([400, true, true]);
    expectNoClaim(page.text);
  });

  test('on reloading a callback that succeeded leads to the installations', async () => {
    const { browser } = await service().signIn('ada');
    const state = await begin(service(), browser);
    const address = callbackUrl(service(), { installation_id: String(installationOn(service(), 'acme')), state });
    expect((await browser.request(address, HTML)).status).toBe(302);
    const page = await browser.request(address, HTML);
    expect([page.status, page.text.includes(SEE), page.text.includes(EXPIRED)]).toEqual([403, true, true]);
    expectNoClaim(page.text);
  });

  test('says of no refusal that the App is not installed', async () => {
    const { browser } = await service().signIn('grace');
    const { control } = service().simulator;
    for (const installation_id of ['x', '999999999', String(installationOn(service(), 'lumen-labs'))]) {
      const state = await begin(service(), browser);
      control.fault({ match: { path: '/user/installations' }, kind: 'bad-gateway-html' });
      const page = await browser.request(callbackUrl(service(), { installation_id, state }), HTML);
      control.clearFaults();
      expect(page.headers.get('content-type'), installation_id).toBe('text/html; charset=utf-8');
      expectNoClaim(page.text);
    }
    const state = await issueAt(service(), {
      type: 'install',
      csrf: 'c'.repeat(64),
      returnTo: '/',
      sessionId: '0'.repeat(64),
    });
    const gone = { ...HTML, headers: { ...HTML.headers, cookie: `host_install_csrf=${'c'.repeat(64)}` } };
    const page = await fetchOnce(callbackUrl(service(), { installation_id: '1', state }), gone);
    expect(page.text).toContain('The installation could not be confirmed');
    expectNoClaim(page.text);
  });
});
