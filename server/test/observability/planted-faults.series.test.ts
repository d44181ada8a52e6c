import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fetchOnce } from '../support/browser.ts';
import { withoutTrail } from '../support/databases/without-trail.ts';
import { installationPayload, postWebhook } from '../support/webhooks.ts';
import { hasPromtool, NEEDS_PROMTOOL, recordedService } from './recording.ts';

const MONITORING = fileURLToPath(new URL('../../../packaging/monitoring/', import.meta.url));
const RULE_TESTS = ['alerts.test.yml', 'alerts-by-day.test.yml'];
const parsed = (name: string) => parse(readFileSync(`${MONITORING}${name}`, 'utf8'));

interface RuleTest {
  readonly name: string;
  readonly promql_expr_test: readonly { readonly exp_samples: readonly { readonly labels: string }[] }[];
}

/** GitHub's answer to a wrong client secret. */
const CLIENT_REFUSED = {
  error: 'incorrect_client_credentials',
  error_description: 'The client_id and/or client_secret passed are incorrect.',
};
const TOKEN_ENDPOINT = { path: '/login/oauth/access_token' };

describe('the tests of the alert rules', () => {
  test('have for each alert a time at which it fires alone, and one at which it does not', () => {
    const alerts = parsed('alerts.yml').groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules);
    const tests: readonly RuleTest[] = RULE_TESTS.flatMap((name) => parsed(name).tests);
    for (const { alert } of alerts) {
      const own = tests.filter(({ name }) => name.split(':')[0] === alert).flatMap((each) => each.promql_expr_test);
      const firing = own.map(({ exp_samples: samples }) => samples.map(({ labels }) => labels).join());
      expect(new Set(firing), alert).toEqual(new Set(['', `{alertname="${alert}"}`]));
    }
  });

  test.skipIf(!hasPromtool)(`hold${NEEDS_PROMTOOL}`, () => {
    const files = RULE_TESTS.map((name) => `${MONITORING}${name}`);
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

describe.skipIf(!hasPromtool)(`alerts over the record of a running service${NEEDS_PROMTOOL}`, () => {
  test('a healthy service raises none', async () => {
    const { signIn, upkeep, pass, expectFiring, problems } = await recordedService();
    await pass(60, async (minute) => {
      if (minute % 15 === 0) await upkeep();
      if (minute % 5 === 0) await signIn('ada');
      if (minute % 10 === 9) expectFiring();
    });
    expect(problems()).toBeNull();
  });

  test('a wrong client secret is told within a minute, to operators and to people', async () => {
    const { simulator, signIn, url, upkeep, pass, expectFiring, problems } = await recordedService();
    await upkeep();
    await pass(5, () => signIn('ada'));
    expectFiring();
    simulator.control.fault({ match: TOKEN_ENDPOINT, kind: 'reply', status: 200, body: CLIENT_REFUSED });
    await pass(1, async () => {
      const { answer } = await signIn('ada', { returnTo: '/organizations' });
      const back = new URL(answer.location ?? '', url);
      expect(Object.fromEntries(back.searchParams)).toEqual({
        authError: 'Could not complete sign in. The code host may be temporarily unavailable.',
        authErrorCode: 'app-refused',
        authErrorId: answer.headers.get('x-request-id'),
      });
      const mobile = (await signIn('ada', { mode: 'mobile' })).answer;
      expect([mobile.status, mobile.headers.get('orgdesk-outage'), mobile.json]).toEqual([
        500,
        'app-refused',
        { error: 'Could not complete sign in. The code host may be temporarily unavailable.' },
      ]);
    });
    expectFiring('OrgdeskClientRefused');
    await pass(18, () => signIn('ada'));
    expectFiring('OrgdeskClientRefused');
    simulator.control.clearFaults();
    await pass(17, () => signIn('ada'));
    expectFiring();
    expect(problems()).toBeNull();
  });

  test('a code that was used before, or a code host that is away, is not told as a wrong client secret', async () => {
    const { simulator, signIn, pass, expectFiring, problems } = await recordedService();
    await pass(5, () => signIn('ada'));
    for (const error of ['bad_verification_code', 'unverified_user_email']) {
      simulator.control.fault({ match: TOKEN_ENDPOINT, times: 1, kind: 'reply', status: 200, body: { error } });
      await pass(1, async () => {
        const { answer } = await signIn('ada');
        expect(answer.location).not.toContain('authErrorCode');
      });
    }
    simulator.control.fault({ match: TOKEN_ENDPOINT, times: 1, kind: 'bad-gateway-html' });
    await pass(1, async () => expect((await signIn('ada')).answer.location).toContain('authErrorCode=code-host-away'));
    expectFiring();
    expect(problems()).toBeNull();
  });

  test("an App's key that is not accepted is told by the first scrape, and not once it is accepted again", async () => {
    const { simulator, upkeep, pass, expectFiring, problems } = await recordedService();
    const body = { message: 'A JSON web token could not be decoded' };
    simulator.control.fault({ match: { path: /^\/app(\/|$)/ }, kind: 'reply', status: 401, body });
    await upkeep();
    await pass(1);
    expectFiring('OrgdeskAppNotAccepted');
    await pass(14);
    expectFiring('OrgdeskAppNotAccepted');
    simulator.control.clearFaults();
    await upkeep();
    await pass(1);
    expectFiring();
    expect(problems()).toBeNull();
  });

  test('a day without a delivery is told, one with a delivery is not', async () => {
    const { simulator, url, upkeep, pass, expectFiring, problems } = await recordedService(4);
    await upkeep();
    const day = (minute: number) => (minute % 16 === 0 ? upkeep() : Promise.resolve());
    await pass(23 * 60, day);
    expectFiring();
    await pass(90, day);
    expectFiring('OrgdeskWebhooksMissing');
    simulator.world.addOrganization({ login: 'newcomer' });
    const { id } = simulator.control.platform.install({ account: 'newcomer' });
    await simulator.control.settled();
    await postWebhook(url, { body: installationPayload('created', id, { app_id: simulator.app.id }) });
    await pass(8);
    expectFiring();
    expect(problems()).toBeNull();
  });

  test('comparisons that fail, and an audit log that cannot be written', async () => {
    const { simulator, databaseUrl, url, signIn, upkeep, pass, expectFiring, problems } = await recordedService();
    await upkeep();
    await pass(10);
    simulator.control.fault({ match: { path: /^\/app\/installations/ }, kind: 'bad-gateway-html' });
    await pass(60, (minute) => (minute % 15 === 0 ? upkeep() : Promise.resolve()));
    expectFiring('OrgdeskComparisonOld');
    simulator.control.clearFaults();
    await pass(125, (minute) => (minute % 15 === 0 ? upkeep() : Promise.resolve()));
    expectFiring();
    const { bearer: headers } = await signIn('ada');
    await withoutTrail(databaseUrl, () =>
      fetchOnce(`${url}/api/organizations/acme/access-exports`, { method: 'POST', headers }),
    );
    await pass(1);
    expectFiring('OrgdeskAuditTrailFails');
    expect(problems()).toBeNull();
  });
});
