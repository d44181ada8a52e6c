import { describe, expect, test } from 'vitest';
import { CHECK_NAMES } from '../../src/operate/doctor/check.ts';
import { jobsAs, newPeople } from '../features/invitations/jobs/jobs.ts';
import { check, setUp } from '../operate/doctor/set-up.ts';
import { fetchOnce } from '../support/browser.ts';
import { installationPayload, postWebhook } from '../support/webhooks.ts';
import { hasPromtool, NEEDS_PROMTOOL, recordedService } from './recording.ts';

const HOUR = 60;

describe.skipIf(!hasPromtool)(`troubles in the record of a running service${NEEDS_PROMTOOL}`, () => {
  test('a code host that does not answer', async () => {
    const { simulator, upkeep, signIn, pass, expectFiring, problems } = await recordedService();
    await pass(10, () => signIn('ada'));
    expectFiring();
    simulator.control.fault({ match: {}, kind: 'reset' });
    await pass(15, () => upkeep());
    expectFiring('OrgdeskCodeHostAway', 'OrgdeskComparisonOld');
    expect(problems()).toBeNull();
  });

  test('sign-ins with the states of another secret', async () => {
    const { url, signIn, upkeep, pass, expectFiring, problems } = await recordedService();
    await upkeep();
    await pass(5, () => signIn('ada'));
    expectFiring();
    await pass(10, () => fetchOnce(`${url}/api/auth?code=x&state=${'A'.repeat(80)}`));
    expectFiring('OrgdeskSignInsFail');
    expect(problems()).toBeNull();
  });

  test('webhooks signed with another secret', async () => {
    const { url, upkeep, pass, expectFiring, problems } = await recordedService();
    await upkeep();
    await pass(5);
    expectFiring();
    const body = installationPayload('created', 1);
    await pass(35, () => postWebhook(url, { body, signature: `sha256=${'0'.repeat(64)}` }));
    expectFiring('OrgdeskWebhooksRefused');
    expect(problems()).toBeNull();
  });

  test('a limit of the App that is nearly used up', async () => {
    const { simulator, upkeep, pass, expectFiring, problems } = await recordedService();
    await upkeep();
    await pass(5);
    expectFiring();
    simulator.control.rateLimits({ core: 12 });
    await pass(15, () => upkeep());
    expectFiring('OrgdeskLimitNearlyUsed');
    expect(problems()).toBeNull();
  });

  test('a job that nobody continues', async () => {
    const service = await recordedService(4);
    const { simulator, signIn, upkeep, workOnJobs, pass, expectFiring, problems } = service;
    const { bearer } = await signIn('ada');
    const [login = ''] = newPeople(service, 'stopped', 1);
    simulator.control.organizationPlan('acme', { name: 'team', seats: 1 });
    await jobsAs(service, bearer).begin([{ login }], 'stopped');
    await workOnJobs();
    await upkeep();
    await pass(5 * HOUR, (minute) => (minute % 16 === 0 ? upkeep() : Promise.resolve()));
    expectFiring();
    await pass(2 * HOUR, (minute) => (minute % 16 === 0 ? upkeep() : Promise.resolve()));
    expectFiring('OrgdeskJobsStopped');
    expect(problems()).toBeNull();
  });

  test('a database that is away', async () => {
    const { url, storage, signIn, upkeep, pass, expectFiring, problems } = await recordedService();
    await upkeep();
    const { bearer: headers } = await signIn('ada');
    const ask = () => fetchOnce(`${url}/api/organizations`, { headers });
    await pass(5, ask);
    expectFiring();
    await storage.close();
    await pass(20, ask);
    expectFiring('OrgdeskDatabaseSilent', 'OrgdeskErrors');
    expect(problems()).toBeNull();
  });

  test('backups that nobody makes any more', async () => {
    const { clock, storage, upkeep, pass, expectFiring, problems } = await recordedService(4);
    const meanwhile = (minute: number) => (minute % 16 === 0 ? upkeep() : Promise.resolve());
    await storage.noteBackup(new Date(clock.now().getTime() - 34 * HOUR * 60_000));
    await pass(1 * HOUR, meanwhile);
    expectFiring();
    await pass(2 * HOUR, meanwhile);
    expectFiring('OrgdeskBackupOld');
    expect(problems()).toBeNull();
  });

  test('what doctor finds, and a certificate that expires', async () => {
    const { clock, metrics, upkeep, pass, expectFiring, problems } = await recordedService();
    await upkeep();
    const prepared = await setUp();
    const healthy = await check(prepared);
    metrics.noteFindings(CHECK_NAMES, healthy.lines);
    metrics.noteCertificateExpiry(new Date(clock.now().getTime() + 20 * 24 * 3_600_000));
    await pass(10);
    expectFiring();
    const found = await check(prepared, { CODE_HOST_APP_SLUG: 'another', CODE_HOST_WEBHOOK_SECRET: '' });
    metrics.noteFindings(CHECK_NAMES, found.lines);
    metrics.noteCertificateExpiry(new Date(clock.now().getTime() + 13 * 24 * 3_600_000));
    await pass(10);
    expectFiring('OrgdeskCertificateExpires', 'OrgdeskDoctorFailure');
    await pass(2 * HOUR);
    expectFiring('OrgdeskCertificateExpires', 'OrgdeskDoctorFailure', 'OrgdeskDoctorWarning');
    expect(problems()).toBeNull();
  });
});
