import { type IncomingMessage, request as sendPlainly } from 'node:http';
import { request as sendSecurely } from 'node:https';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import {
  createAgents,
  createBoundedFetch,
  type FetchLimits,
  networkFailure,
  PROXY_REQUIRES_PASSWORD,
  UnusableAnswer,
} from '../send/bounded-fetch.ts';
import type { AddressCheck } from './app-check-types.ts';

type AddressOutcome = AddressCheck['outcome'];

export function reachAddresses(
  { webUrl, apiUrl, graphqlUrl }: CodeHostAddresses,
  limitMs: number,
  end?: AbortSignal,
): Promise<readonly AddressCheck[]> {
  const targets = [
    { name: 'web', address: webUrl },
    { name: 'rest', address: apiUrl },
    { name: 'graphql', address: graphqlUrl },
  ] as const;
  return Promise.all(
    targets.map(async (target) => ({ ...target, outcome: await reach(target.address, limitMs, end) })),
  );
}

async function reach(address: string, limitMs: number, end?: AbortSignal): Promise<AddressOutcome> {
  const late = AbortSignal.timeout(limitMs);
  const signal = end === undefined ? late : AbortSignal.any([late, end]);
  const agents = createAgents();
  try {
    const url = new URL(address);
    const isSecure = url.protocol === 'https:';
    const options = {
      method: 'HEAD',
      headers: { 'user-agent': 'orgdesk' },
      agent: isSecure ? agents.https : agents.http,
    };
    const request = (isSecure ? sendSecurely : sendPlainly)(url, { ...options, signal });
    request.end();
    const answer = await new Promise<IncomingMessage>((resolve, fail) => {
      request.once('response', resolve).once('error', fail);
    });
    const { localAddress: from = null, remotePort } = answer.socket;
    const port = Number(url.port || (isSecure ? 443 : 80));
    answer.resume();
    if (answer.statusCode === 407) return refuse(PROXY_REQUIRES_PASSWORD);
    return ok({ status: answer.statusCode ?? 0, from, isProxied: remotePort !== port });
  } catch (error) {
    return refuse(late.aborted ? `no response within ${limitMs} ms` : networkFailure(error));
  } finally {
    agents.http.destroy();
    agents.https.destroy();
  }
}

export async function reachSelf(
  baseUrl: URL,
  limits: FetchLimits,
  end?: AbortSignal,
): Promise<Result<'orgdesk' | 'something-else', string>> {
  try {
    const { status, text } = await createBoundedFetch(limits)(new URL('/healthz', baseUrl).href, { end });
    // A proxy answers this when the service behind it is down.
    if (status >= 502 && status <= 504) return refuse(`a proxy responded with ${status}`);
    return ok(status === 200 && text.replaceAll(/\s/g, '') === '{"ok":true}' ? 'orgdesk' : 'something-else');
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error;
    return refuse(error.message);
  }
}
