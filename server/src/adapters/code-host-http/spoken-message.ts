/** Longest message that is passed on. */
const MESSAGE_MAX_CHARACTERS = 500;

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

/** A text of the code host as it may be passed on: trimmed, without secrets, not too long; null when there is none. */
export function publicText(value: unknown, secrets: readonly string[]): string | null {
  const message = text(value);
  // Replaced before the cut, which might leave half a secret.
  return message === null ? null : withoutSecrets(message, secrets).slice(0, MESSAGE_MAX_CHARACTERS);
}

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[secret]')), text);

const entryText = (entry: unknown): string | null => (isRecord(entry) ? text(entry.message) : text(entry));

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
