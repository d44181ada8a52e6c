import { RETURN_TO_MAX_BYTES } from './limits/sessions.ts';
import { ok, type Result, refuse } from './result.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// Browsers read it as a slash, others do not. In a query or fragment everybody reads it as itself.
const BACKSLASH_BEFORE_QUERY = /^[^?#]*\\/;
const NOT_EMITTED_RAW = /[^\u0021-\u007e]+/g;
const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/**
 * Where a flow may return to (decision S3): a path on the service's own origin, or an absolute URL of it.
 * Everything else becomes `/`, so that no address of ours sends people to another site.
 *
 * An accepted value comes back byte for byte, with spaces and characters outside ASCII percent-encoded.
 * Percent-encoded parts are never decoded. Refused when longer than 8 KB as it would be emitted.
 */
export function acceptReturnTo(text: string, origin: string): Result<string, 'return-to-too-long'> {
  const emitted = text.toWellFormed().replace(NOT_EMITTED_RAW, encodeURIComponent);
  if (emitted.length > RETURN_TO_MAX_BYTES) return refuse('return-to-too-long');
  if (CONTROL.test(text) || BACKSLASH_BEFORE_QUERY.test(text)) return ok('/');
  return ok(staysOn(emitted, origin) ? emitted : '/');
}

/** The same for a value that was accepted before: anything unacceptable by now is `/`. */
export function reacceptReturnTo(text: string, origin: string): string {
  const accepted = acceptReturnTo(text, origin);
  return accepted.ok ? accepted.value : '/';
}

/** What a sign-in that failed is told by, beside the sentence. */
export interface AuthErrorDetails {
  readonly code: string | null;
  readonly requestId: string | null;
}

/**
 * The address with `authError=<message>` in its query, and `authErrorCode` and `authErrorId` where they are known, in place of
 * any earlier ones; the fragment stays last.
 */
export function withAuthError(
  returnTo: string,
  message: string,
  { code, requestId }: AuthErrorDetails = { code: null, requestId: null },
): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(returnTo) ?? [];
  const kept = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !AUTH_ERROR_PARAMETERS.some((name) => new URLSearchParams(pair).has(name)));
  const values = [message, code, requestId];
  const added = AUTH_ERROR_PARAMETERS.flatMap((name, place) => {
    const value = values[place] ?? null;
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `${path}?${[...kept, ...added].join('&')}${fragment}`;
}

const AUTH_ERROR_PARAMETERS = ['authError', 'authErrorCode', 'authErrorId'] as const;

function staysOn(text: string, origin: string): boolean {
  // "//h" names a host, even where it is our own.
  if (text.startsWith('//') || !(text.startsWith('/') || ABSOLUTE.test(text))) return false;
  if (!URL.canParse(text, origin)) return false;

  const url = new URL(text, origin);
  if (url.origin !== origin || url.username !== '' || url.password !== '') return false;
  // "/..//h" is a path of ours that becomes "//h" once somebody emits it normalised; "/a//b" stays one.
  return !url.pathname.startsWith('//');
}
