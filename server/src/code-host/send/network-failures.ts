const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'connection timed out',
  EPROTO: 'TLS handshake failed',
  HPE_HEADER_OVERFLOW: 'response headers too large',
  HPE_INVALID_CONSTANT: 'the server does not use HTTP',
  ERR_PROXY_TUNNEL: 'the proxy does not connect',
  CERT_HAS_EXPIRED: 'certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate for another host',
};

/** OpenSSL's words for an answer in plain text. */
const NO_TLS = /wrong version number|packet length too long/;

export const PROXY_REQUIRES_PASSWORD = 'the proxy requires a user name and password (407)';

/** The system's own message contains addresses, so only its code is used. */
export function networkFailure(error: unknown): string {
  const code = errorCode(error);
  if (code === null) return 'network error';
  const message = String(Object(error).message);
  if (NO_TLS.test(message)) return `the server does not use TLS (${code})`;
  if (code === 'ERR_PROXY_TUNNEL' && / 407\b/.test(message)) return PROXY_REQUIRES_PASSWORD;
  return `${WORDS[code] ?? 'network error'} (${code})`;
}

function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(error.code)) return error.code;
  return errorCode(error.cause);
}
