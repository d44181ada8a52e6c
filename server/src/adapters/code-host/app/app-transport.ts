import type { Result } from '../../../domain/result.ts';
import type { Log } from '../../../ports/system.ts';
import type { HostAnswer, HostRequest, HostTransport } from '../send/transport.ts';
import type { AppJwtSigner } from './app-jwt.ts';

/** Sends one request with the App's own credential, once. The refusal is a sentence of ours. */
export type AppTransport = (
  request: Pick<HostRequest, 'method' | 'url' | 'parameters'>,
) => Promise<Result<HostAnswer, string>>;

/** The way to the code host as the App. That its credential is not accepted is for the operator, and logged. */
export function createAppTransport(signJwt: AppJwtSigner, send: HostTransport, log: Log): AppTransport {
  return async (request) => {
    const jwt = await signJwt();
    if (!jwt.ok) return jwt;
    const headers = { authorization: `Bearer ${jwt.value}` };
    const sent = await send({ ...request, headers, secrets: [jwt.value] });
    if (sent.ok && sent.value.status === 401) {
      log.warn(
        { message: sent.value.message },
        'the code host does not accept the App: check CODE_HOST_APP_ID, CODE_HOST_APP_PRIVATE_KEY and the clock',
      );
    }
    return sent;
  };
}
