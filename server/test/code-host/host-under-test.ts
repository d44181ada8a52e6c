import { createHash, randomBytes } from 'node:crypto';
import { type Simulator, type SimulatorOptions, startSimulator } from '@orgdesk/simulator';
import { onTestFinished } from 'vitest';
import { type CodeHost, createHttpCodeHost, type HttpCodeHostSettings } from '../../src/code-host/code-host.ts';
import type { CodeExchange } from '../../src/code-host/types.ts';
import type { TokenGrant } from '../../src/domain/session.ts';
import { type RecordingLog, recordingLog } from './recording-log.ts';

/** The client in front of a simulator of its own. */
export interface HostUnderTest {
  readonly simulator: Simulator;
  readonly host: CodeHost;
  readonly log: RecordingLog;
  /** A second client for the same simulator. */
  hostWith(settings: Partial<HttpCodeHostSettings>): CodeHost;
  /** Opens the authorization page and agrees, as in a browser. */
  authorize(login: string): Promise<CodeExchange>;
  signIn(login: string): Promise<TokenGrant>;
}

/** The client's clock. */
export const NOON = new Date('2030-01-01T12:00:00Z');

/** Starts a simulator that lives as long as the test. */
export async function startHost(options: SimulatorOptions = {}): Promise<HostUnderTest> {
  const simulator = await startSimulator({ now: () => NOON.getTime(), ...options });
  onTestFinished(() => simulator.close());
  const log = recordingLog();
  const { app } = simulator;
  const settings: HttpCodeHostSettings = {
    webUrl: new URL(simulator.url),
    apiUrl: new URL(simulator.apiUrl),
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    appId: String(app.id),
    appSlug: app.slug,
    appPrivateKey: app.privateKeyPem ?? '',
  };
  const hostWith = (more: Partial<HttpCodeHostSettings>) =>
    createHttpCodeHost({ ...settings, ...more }, { clock: { now: () => NOON }, log });
  const host = hostWith({});

  async function authorize(login: string): Promise<CodeExchange> {
    const redirectUri = 'http://127.0.0.1:4567/api/auth';
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const page = host.authorizationUrl({ state: 'state', redirectUri, codeChallenge });
    const form = new URLSearchParams({ decision: 'authorize', login });
    const back = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code');
    if (code === null) throw new Error('the person was not sent back with a code');
    simulator.control.clearRequests();
    return { code, redirectUri, codeVerifier };
  }

  async function signIn(login: string): Promise<TokenGrant> {
    const grant = await host.exchangeCode(await authorize(login));
    if (!grant.ok) throw new Error(`signing in was refused: ${grant.refusal.kind}`);
    simulator.control.clearRequests();
    return grant.value;
  }

  return { simulator, host, log, hostWith, authorize, signIn };
}
