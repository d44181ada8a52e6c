import { withoutCredentials } from '../../../security/credential-shapes.ts';

/** Longest message that is passed on. */
const MESSAGE_MAX_CHARACTERS = 500;
/** What would break a line, steer a terminal or turn the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/**
 * The most specific message in an answer, or null when it says nothing readable. The secrets of the request are
 * replaced: a confused proxy may repeat what it was sent.
 *
 * "Validation Failed" stands above the useful text, so `errors[0]` goes before `message`. GraphQL errors have
 * the same place; the OAuth endpoint says `error_description`.
 * GitHub docs: Troubleshooting the REST API.
 */
export function spokenMessage(body: unknown, secrets: readonly string[]): string | null {
  if (!isRecord(body)) return null;
  const first = Array.isArray(body.errors) ? entryText(body.errors[0]) : null;
  return publicText(first ?? text(body.message) ?? text(body.error_description) ?? body.error, secrets);
}

/**
 * A text of the code host as people and the log may see it, the one place that decides so: on one line, without the
 * secrets of the request and whatever else looks like one, not too long; null when there is none.
 */
export function publicText(value: unknown, secrets: readonly string[]): string | null {
  const message = text(value);
  if (message === null) return null;
  // Replaced before the cut, which might leave half a secret.
  const withoutSecrets = secrets.reduce(
    (rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, SECRET)),
    message,
  );
  return text(withoutCredentials(withoutSecrets.replace(UNPRINTABLE, ' '), SECRET).slice(0, MESSAGE_MAX_CHARACTERS));
}

const SECRET = '[secret]';

const entryText = (entry: unknown): string | null => (isRecord(entry) ? text(entry.message) : text(entry));

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
