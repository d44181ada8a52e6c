import { createHash, createPrivateKey, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/simulator.ts';

/** The redirect address the tests use; the port is free to differ from the registered one. */
export const REDIRECT_URI = 'http://127.0.0.1:4321/api/auth';

/** A simulator that stops with the test. */
export async function simulatorFor(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

/** A PKCE pair. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The address of the authorization page; null takes a parameter out. */
export function authorizeUrl({ url, app }: Simulator, change: Record<string, string | null> = {}): string {
  const parameters = { client_id: app.clientId, redirect_uri: REDIRECT_URI, state: 'opaque', ...change };
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${url}/login/oauth/authorize?${new URLSearchParams(present)}`;
}

/** Posts the form on the page, and answers where the browser is sent. */
export async function decide(address: string, form: Record<string, string>): Promise<URL> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  if (response.status !== 302) throw new Error(`expected a redirect, got ${response.status}`);
  return new URL(response.headers.get('location') ?? '');
}

/** A code for somebody. */
export async function codeFor(
  simulator: Simulator,
  login: string,
  change: Record<string, string | null> = {},
): Promise<string> {
  const location = await decide(authorizeUrl(simulator, change), { login, decision: 'authorize' });
  return location.searchParams.get('code') ?? '';
}

export interface TokenReply {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly refresh_token_expires_in: number;
  readonly token_type: string;
  readonly scope: string;
  readonly error: string;
  readonly error_description: string;
}

/** Calls the token endpoint with the App's credentials unless the parameters say otherwise. */
export async function tokenRequest({ url, app }: Simulator, parameters: Record<string, string>): Promise<TokenReply> {
  const response = await fetch(`${url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...parameters }),
  });
  if (response.status !== 200) throw new Error(`token endpoint answered ${response.status}`);
  return (await response.json()) as TokenReply;
}

/** Signs somebody in. */
export async function signIn(simulator: Simulator, login: string): Promise<TokenReply> {
  return tokenRequest(simulator, { code: await codeFor(simulator, login) });
}

/** Refreshes. */
export function refresh(simulator: Simulator, refreshToken: string): Promise<TokenReply> {
  return tokenRequest(simulator, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** A reply with its body read. */
export interface ApiReply {
  readonly status: number;
  readonly headers: Headers;
  /** Unchecked: the tests themselves say what it must be. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Calls the REST API. */
export async function rest(
  { apiUrl }: Simulator,
  path: string,
  token: string | null,
  init: RequestInit = {},
): Promise<ApiReply> {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return readReply(await fetch(`${apiUrl}${path}`, { ...init, headers }));
}

/** Calls the GraphQL API. */
export async function graphql(
  { graphqlUrl }: Simulator,
  token: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  operationName?: string,
): Promise<ApiReply> {
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables, ...(operationName === undefined ? {} : { operationName }) }),
  });
  return readReply(response);
}

async function readReply(response: Response): Promise<ApiReply> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/** Asks for a token of an installation, which may name permissions and repositories. */
export async function requestInstallationToken(
  simulator: Simulator,
  organization: string,
  body: object = {},
): Promise<ApiReply> {
  const { world } = simulator;
  const id = world.installationOf(world.needOrganization(organization).id)?.id ?? 0;
  return rest(simulator, `/app/installations/${id}/access_tokens`, await appJwt(simulator), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A token of an installation. */
export async function installationToken(simulator: Simulator, organization: string, body?: object): Promise<string> {
  const { status, body: answer } = await requestInstallationToken(simulator, organization, body);
  if (status !== 201) throw new Error(`the token was refused with ${status}: ${answer.message}`);
  return answer.token;
}

/** Claims of an App JWT that differ from the good ones, times in seconds from now. */
export interface JwtChange {
  readonly issuer?: string;
  readonly issuedIn?: number;
  readonly expiresIn?: number;
  readonly algorithm?: string;
}

/** An App JWT. */
export function appJwt({ app }: Simulator, change: JwtChange = {}): Promise<string> {
  const { issuer = app.clientId, issuedIn = -60, expiresIn = 540, algorithm = 'RS256' } = change;
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setIssuedAt(now + issuedIn)
    .setExpirationTime(now + expiresIn)
    .sign(createPrivateKey(app.privateKeyPem ?? ''));
}
