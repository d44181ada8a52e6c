import { describe, expect, test } from 'vitest';
import { setCookieNamed } from '../../support/cookies.ts';
import { ENGINES_OF_RULES, TOKEN_SECRET } from '../../support/databases/engines.ts';
import { inSeries, pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';
import { createAnswerRecord } from '../leaks/recorded-answers.ts';
import { begin, COMPLETE, callbackUrl, installationOn, START } from './installing.ts';

const FAULTS = ['wrong-types', 'reset', 'primary-rate-limit', 'truncate', 'bad-gateway-html'] as const;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the secrets of installations on %s', (engine) => {
  const service = sharedService({ engine });

  test('are in no log line, and in no answer but where the specification puts them', async () => {
    const { control, app } = service().simulator;
    const { answers, browser: recorded } = createAnswerRecord();
    const browser = recorded();
    const { bearer } = await service().signIn('ada', { browser });
    const states: string[] = [];
    const csrfValues: string[] = [];
    const acme = String(installationOn(service(), 'acme'));
    const flow = async (id: string, headers: Readonly<Record<string, string>> = {}) => {
      const state = await begin(service(), browser);
      states.push(state);
      csrfValues.push((await browser.cookie(service().url, 'host_install_csrf')) ?? '');
      await browser.request(callbackUrl(service(), { installation_id: id, state }), { headers });
    };
    for (const headers of [{}, { accept: 'text/html' }]) {
      for (const id of [acme, '999999999', 'x', '']) await flow(id, headers);
      for (const kind of pieceOf(FAULTS, 2)) {
        for (const path of ['/app/installations', '/user/installations', '/installation/repositories']) {
          control.fault({ match: { path }, kind, times: 2 });
          await flow(acme, headers);
          await browser.request(`${service().url}/api/install/status`);
          await service().upkeep();
          control.clearFaults();
        }
      }
    }
    // A code host that repeats in its errors what it was sent and what it has given out.
    const tokens = () => control.issuedSecrets().filter((secret) => secret.startsWith('gh'));
    const echo = () => ({ message: `no: ${tokens().slice(-2).join(' ')} ${states.at(-1)}` });
    for (const path of [
      '/app/installations',
      '/user/installations',
      '/installation/repositories',
      '/app/hook/deliveries',
    ]) {
      control.fault({ match: { path }, kind: 'reply', status: 403, body: echo(), times: 3 });
      await flow(acme);
      control.platform.setRepositories(Number(acme), 'all');
      await control.settled();
      await service().upkeep();
      control.clearFaults();
    }
    await service().upkeep();
    await browser.request(`${service().url}/api/install/status`);
    await browser.request(`${service().url}${COMPLETE}`, {
      method: 'POST',
      body: `{"installationId":${acme}}`,
      headers: { 'content-type': 'application/json' },
    });

    const keyLines = (app.privateKeyPem ?? '').split('\n').filter((line) => line.length > 40);
    const operators = [app.clientSecret, app.webhookSecret ?? '', TOKEN_SECRET, SIGNING_SECRET, ...keyLines];
    const hidden = [...operators, ...control.issuedSecrets()];
    const passing = [...states, ...csrfValues, bearer.authorization.slice('Bearer '.length)];
    const found = (text: string, candidates: readonly string[]) => candidates.filter((secret) => text.includes(secret));
    expect([states.length, answers.length, hidden.length].every((count) => count > inSeries(30, 15))).toBe(true);
    for (const secret of [...hidden, ...passing]) expect(secret.length).toBeGreaterThan(15);

    expect(found(service().logLines.join(''), [...hidden, ...passing])).toEqual([]);
    for (const { path, location, setCookies, body, headers } of answers) {
      expect(found([location, setCookies, body, headers].join('\n'), hidden), path).toEqual([]);
      if (!path.startsWith('/api/install/')) continue;
      const isStart = path === START;
      expect(found([isStart ? '' : location, setCookies, body, headers].join('\n'), states), path).toEqual([]);
      expect(found([isStart ? '' : setCookies, body, headers].join('\n'), csrfValues), path).toEqual([]);
      expect(setCookieNamed(setCookies.split('\n'), 'host_session'), path).toBeNull();
    }
  });
});
