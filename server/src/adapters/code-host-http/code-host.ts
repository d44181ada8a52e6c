import { CODE_HOST_ANSWER_MAX_BYTES, CODE_HOST_CALL_LIMIT_MS } from '../../domain/limits.ts';
import type { CodeHost } from '../../ports/code-host.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { codeHostAddresses } from './addresses.ts';
import { createGraphqlReader } from './graphql.ts';
import { readInstallations } from './installations.ts';
import { authorizationUrl, createTokenEndpoint } from './oauth.ts';
import { readProfile } from './profile.ts';
import { createRestReader } from './rest.ts';
import { createHostTransport } from './transport.ts';

/** One code host and the App registered there. */
export interface HttpCodeHostSettings {
  readonly webUrl: URL;
  /** Null derives it from `webUrl`. */
  readonly apiUrl: URL | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appId: string;
  readonly appSlug: string;
  /** RSA key as PEM. */
  readonly appPrivateKey: string;
  /** Time limit of one call, body included. Default: `CODE_HOST_CALL_LIMIT_MS`. */
  readonly callLimitMs?: number;
}

/**
 * The code host over HTTP. Nothing is sent twice, and no refusal or log line holds a token, a code, a secret
 * or an address.
 */
export function createHttpCodeHost(
  settings: HttpCodeHostSettings,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): CodeHost {
  const { webUrl, apiUrl, graphqlUrl } = codeHostAddresses(settings);
  const { clientId, clientSecret, callLimitMs = CODE_HOST_CALL_LIMIT_MS } = settings;
  const oauth = { webUrl, clientId, clientSecret };
  const send = createHostTransport({ callLimitMs, answerMaxBytes: CODE_HOST_ANSWER_MAX_BYTES });
  const tokens = createTokenEndpoint(oauth, send, clock);
  const rest = createRestReader(apiUrl, send, log);
  const graphql = createGraphqlReader(graphqlUrl, send);

  return {
    authorizationUrl: (request) => authorizationUrl(oauth, request),
    exchangeCode: (exchange) => tokens.exchange(exchange),
    refresh: (refreshToken) => tokens.refresh(refreshToken),
    profile: (token) => readProfile({ graphql, rest, log }, token),
    installationsOf: (token) => readInstallations(rest, token),
  };
}
