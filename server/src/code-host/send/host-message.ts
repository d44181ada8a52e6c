import { withoutCredentials } from '../../lib/crypto/credential-shapes.ts';
import { SPOKEN_MESSAGE_MAX_CHARACTERS } from '../../lib/limits/code-host.ts';

/** Characters that break a line, control a terminal or change text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/**
 * Redacts the request's secrets, which a broken proxy may echo. `errors[0]` comes before `message`, which may be only
 * "Validation Failed". GitHub docs: Troubleshooting the REST API.
 */
export function hostMessage(body: unknown, secrets: readonly string[]): string | null {
  if (!isRecord(body)) return null;
  const first = Array.isArray(body.errors) ? entryText(body.errors[0]) : null;
  return publicText(first ?? text(body.message) ?? text(body.error_description) ?? body.error, secrets);
}

/** Sanitizes all code-host text: one line, secrets redacted, length limited; null if empty. */
export function publicText(value: unknown, secrets: readonly string[]): string | null {
  const message = text(value);
  if (message === null) return null;
  // Redact before cutting, which might leave half a secret.
  const withoutSecrets = secrets.reduce(
    (rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, SECRET)),
    message,
  );
  return text(
    withoutCredentials(withoutSecrets.replace(UNPRINTABLE, ' '), SECRET).slice(0, SPOKEN_MESSAGE_MAX_CHARACTERS),
  );
}

const SECRET = '[secret]';

const entryText = (entry: unknown): string | null => (isRecord(entry) ? text(entry.message) : text(entry));

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
