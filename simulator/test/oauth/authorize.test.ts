import { expect, test } from 'vitest';
import { authorizeUrl, decide, pkce, REDIRECT_URI, signIn, simulatorFor } from '../client.ts';

test('the page lists the people as buttons, the suggested one first, and loads nothing from elsewhere', async () => {
  const simulator = await simulatorFor();
  const response = await fetch(authorizeUrl(simulator, { login: 'grace', scope: 'read:org', allow_signup: 'false' }));
  const page = await response.text();

  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const logins = [...page.matchAll(/<button[^>]*name="login" value="([^"]+)"/g)].map((match) => match[1]);
  expect(logins).toHaveLength(9);
  expect(logins[0]).toBe('grace');
  expect(page).toContain('Cancel');
  expect(page).toContain('Simulated code host');
  expect(page).not.toMatch(/https?:\/\//);
});

test('names that look like markup are shown as text', async () => {
  const simulator = await simulatorFor({ app: { name: '<b>App</b>' } });
  simulator.world.addUser({ login: 'markup', name: '<script>alert(1)</script>', signInNote: '"><img src=x>' });
  const page = await (await fetch(authorizeUrl(simulator))).text();
  expect(page).not.toMatch(/<script>|<b>App|"><img/);
});

test('an unknown client ID gets a page that says so', async () => {
  const simulator = await simulatorFor();
  const response = await fetch(authorizeUrl(simulator, { client_id: 'somebody-else' }), { redirect: 'manual' });
  expect(response.status).toBe(404);
});

test('authorizing returns a code and the state byte for byte', async () => {
  const simulator = await simulatorFor();
  const state = 'a%2Bb+c%20%7E.~*é'.replace('é', '%C3%A9');
  const address = `${authorizeUrl(simulator, { state: null })}&state=${state}`;
  const location = await decide(address, { login: 'ada', decision: 'authorize' });
  expect(location.href).toMatch(/^http:\/\/127\.0\.0\.1:4321\/api\/auth\?code=[0-9a-f]{20}&state=/);
  expect(location.href.split('&state=')[1]).toBe(state);
});

test('cancelling returns access_denied and the state, and no code', async () => {
  const simulator = await simulatorFor();
  const location = await decide(authorizeUrl(simulator), { decision: 'cancel' });
  expect(`${location.origin}${location.pathname}`).toBe(REDIRECT_URI);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    error_uri: expect.stringContaining('https://docs.github.com/'),
    state: 'opaque',
  });
});

test.each([
  'https://evil.example/api/auth',
  'http://127.0.0.1:4321/api/auth/deeper',
  'http://127.0.0.1:4321/api/auth?extra=1',
  'http://localhost:4321/api/auth',
  'http://user@127.0.0.1/api/auth',
  'javascript:alert(1)',
  '',
])('an unregistered redirect address %s goes to the registered one with redirect_uri_mismatch', async (redirectUri) => {
  const simulator = await simulatorFor();
  const location = await decide(authorizeUrl(simulator, { redirect_uri: redirectUri }), {
    login: 'ada',
    decision: 'authorize',
  });
  expect(`${location.origin}${location.pathname}`).toBe('http://127.0.0.1/api/auth');
  expect(location.searchParams.get('error')).toBe('redirect_uri_mismatch');
  expect(location.searchParams.get('code')).toBeNull();
});

test('a registration with wildcards accepts subdomains and deeper paths, but no other host', async () => {
  const app = { callbackUrls: ['https://desk.example/auth'], wildcardCallbacks: true };
  const simulator = await simulatorFor({ app });
  const outcome = async (redirectUri: string) => {
    const form = { login: 'ada', decision: 'authorize' };
    const location = await decide(authorizeUrl(simulator, { redirect_uri: redirectUri }), form);
    return location.searchParams.has('code');
  };
  expect(await outcome('https://eu.desk.example/auth/return')).toBe(true);
  expect(await outcome('https://notdesk.example/auth')).toBe(false);
  expect(await outcome('https://desk.example/authentic')).toBe(false);
  expect(await outcome('https://desk.example:8443/auth')).toBe(false);
});

test('without a redirect address the registered one is used', async () => {
  const simulator = await simulatorFor();
  const location = await decide(authorizeUrl(simulator, { redirect_uri: null }), {
    login: 'ada',
    decision: 'authorize',
  });
  expect(location.href).toContain('http://127.0.0.1/api/auth?code=');
});

test.each([
  ['plain', pkce().challenge],
  ['S256', 'too-short'],
  ['', pkce().challenge],
])('a challenge with method "%s" that is not S256 is refused', async (method, challenge) => {
  const simulator = await simulatorFor();
  const address = authorizeUrl(simulator, { code_challenge: challenge, code_challenge_method: method });
  const location = await decide(address, { login: 'ada', decision: 'authorize' });
  expect(location.searchParams.get('error')).toBe('invalid_request');
  expect(location.searchParams.get('code')).toBeNull();
});

test('a suspended App cannot be authorized', async () => {
  const simulator = await simulatorFor({ app: { suspended: true } });
  const location = await decide(authorizeUrl(simulator), { login: 'ada', decision: 'authorize' });
  expect(location.searchParams.get('error')).toBe('application_suspended');
});

test('a form that names nobody is refused with a page', async () => {
  const simulator = await simulatorFor();
  const response = await fetch(authorizeUrl(simulator), {
    method: 'POST',
    body: new URLSearchParams({ decision: 'authorize', login: 'nobody' }),
    redirect: 'manual',
  });
  expect(response.status).toBe(422);
});

test('every page and picture the replies link to exists', async () => {
  const simulator = await simulatorFor();
  await signIn(simulator, 'ada');
  for (const path of ['/', '/ada', '/acme', '/acme/website']) {
    expect((await fetch(`${simulator.url}${path}`)).status).toBe(200);
  }
  const avatar = await fetch(`${simulator.url}/avatars/1001`);
  expect(avatar.headers.get('content-type')).toBe('image/svg+xml');
  expect(avatar.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const missing = await fetch(`${simulator.url}/nobody-here`);
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
