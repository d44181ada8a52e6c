import { RETURN_TO_MAX_BYTES } from '@orgdesk/contract/limits';
import { ok, type Result, refuse } from './result.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// Browsers treat a backslash in the path as a slash; other clients do not.
const BACKSLASH_BEFORE_QUERY = /^[^?#]*\\/;
const NOT_EMITTED_RAW = /[^\u0021-\u007e]+/g;
const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/**
 * Accepts only the service's own origin (decision S3); everything else becomes `/`, which prevents open redirects.
 *
 * Keeps an accepted value byte for byte, percent-encoding only spaces and non-ASCII characters, and never decodes.
 */
export function acceptReturnTo(text: string, origin: string): Result<string, 'return-to-too-long'> {
  const emitted = text.toWellFormed().replace(NOT_EMITTED_RAW, encodeURIComponent);
  if (emitted.length > RETURN_TO_MAX_BYTES) return refuse('return-to-too-long');
  if (CONTROL.test(text) || BACKSLASH_BEFORE_QUERY.test(text)) return ok('/');
  return ok(staysOn(emitted, origin) ? emitted : '/');
}

/** A value that is no longer acceptable becomes `/`. */
export function reacceptReturnTo(text: string, origin: string): string {
  const accepted = acceptReturnTo(text, origin);
  return accepted.ok ? accepted.value : '/';
}

interface AuthErrorDetails {
  readonly code: string | null;
  readonly requestId: string | null;
}

/** Adds the error parameters to the query, replacing earlier ones. The fragment stays last. */
export function withAuthError(
  returnTo: string,
  message: string,
  { code, requestId }: AuthErrorDetails = { code: null, requestId: null },
): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(returnTo) ?? [];
  const otherParameters = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !AUTH_ERROR_PARAMETERS.some((name) => new URLSearchParams(pair).has(name)));
  const values = [message, code, requestId];
  const added = AUTH_ERROR_PARAMETERS.flatMap((name, index) => {
    const value = values[index] ?? null;
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `${path}?${[...otherParameters, ...added].join('&')}${fragment}`;
}

const AUTH_ERROR_PARAMETERS = ['authError', 'authErrorCode', 'authErrorId'] as const;

function staysOn(text: string, origin: string): boolean {
  // "//h" names a host, even if it is ours.
  if (text.startsWith('//') || !(text.startsWith('/') || ABSOLUTE.test(text))) return false;
  if (!URL.canParse(text, origin)) return false;

  const url = new URL(text, origin);
  if (url.origin !== origin || url.username !== '' || url.password !== '') return false;
  // "/..//h" is a local path that becomes "//h" when normalized; "/a//b" stays local.
  return !url.pathname.startsWith('//');
}
