import { describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { postWebhook } from '../../support/webhooks.ts';

const INCOMPLETE = 'The code host did not complete the sign in process. Please try again.';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly error?: string;
}

describe('settings that are wrong', () => {
  const service = sharedService({ app: { suspended: true } });
  /** Logged while it acts. */
  async function warningsOf(act: () => Promise<void>): Promise<readonly Line[]> {
    const before = service().logLines.length;
    await act();
    const lines = service().logLines.slice(before);
    return lines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level === 'warn');
  }

  async function refusedWith(error: string) {
    const browser = createBrowser();
    const started = await browser.request(`${service().url}/api/auth/start`);
    const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error, error_description: 'of the code host', state });
    return warningsOf(async () => {
      const answer = await browser.request(`${service().url}/api/auth?${query}`);
      expect(new URL(answer.location ?? '', service().url).searchParams.get('authError')).toBe(INCOMPLETE);
    });
  }

  test('a suspended App is told in the log, with where to look', async () => {
    const warnings = await warningsOf(async () => {
      const { answer } = await service().signIn('ada');
      expect(new URL(answer.location ?? '', service().url).searchParams.get('authError')).toBe(INCOMPLETE);
    });
    expect(warnings).toMatchObject([
      { error: 'application_suspended', msg: expect.stringContaining('CODE_HOST_CLIENT_ID is suspended') },
    ]);
  });

  test('a callback URL that is not registered is told with the URL to add', async () => {
    expect(await refusedWith('redirect_uri_mismatch')).toMatchObject([
      { msg: expect.stringContaining(`add the callback URL ${service().url}/api/auth`) },
    ]);
  });

  test.each(['access_denied', 'toString', 'x'.repeat(1_000), ''])('%j is no fault of the settings', async (error) => {
    expect(await refusedWith(error)).toEqual([]);
  });

  test('a webhook that is sent as a form is told with the setting', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const warnings = await warningsOf(async () => {
      expect((await postWebhook(service().url, { event: 'ping', body: 'payload=%7B%7D', headers })).status).toBe(415);
    });
    expect(warnings).toMatchObject([{ msg: expect.stringContaining('Choose application/json') }]);
  });
});
