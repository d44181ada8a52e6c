import { createPrivateKey } from 'node:crypto';
import { ok, type Result, refuse } from '../../../lib/result.ts';

export interface Credentials {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string | null;
  /** In PEM format. */
  readonly pem: string;
  /** The App's page; null unless on the code host's origin. */
  readonly page: string | null;
  /** The owner's login; null if not reported. */
  readonly owner: string | null;
  /** Null for a personal account. */
  readonly organization: { readonly id: number; readonly login: string } | null;
}

/** Safe on one line of the settings file. */
const ONE_LINE = /^[\x21-\x7e]{1,500}$/;

/** Refuses with the name of the first invalid field. */
export function readCredentials(response: unknown, webUrl: URL): Result<Credentials, string> {
  const { id, slug, name, client_id, client_secret, webhook_secret, pem, html_url, owner } = fieldsOf(response);
  if (!(Number.isSafeInteger(id) && Number(id) > 0) && !(typeof id === 'string' && /^\d{1,20}$/.test(id)))
    return refuse('id');
  if (typeof slug !== 'string' || !/^[A-Za-z0-9-]{1,100}$/.test(slug)) return refuse('slug');
  if (typeof client_id !== 'string' || !ONE_LINE.test(client_id)) return refuse('client_id');
  if (typeof client_secret !== 'string' || !ONE_LINE.test(client_secret)) return refuse('client_secret');
  const secret = webhook_secret ?? null;
  if (secret !== null && (typeof secret !== 'string' || !ONE_LINE.test(secret))) return refuse('webhook_secret');
  if (typeof pem !== 'string' || !isRsaKey(pem)) return refuse('pem');
  return ok({
    id: String(id),
    slug,
    name: typeof name === 'string' && /^[^\p{Cc}]{1,100}$/u.test(name) ? name : slug,
    clientId: client_id,
    clientSecret: client_secret,
    webhookSecret: secret,
    pem,
    page: pageOn(webUrl, html_url),
    owner: loginIn(owner),
    organization: organizationIn(owner),
  });
}

function loginIn(owner: unknown): string | null {
  const { login } = fieldsOf(owner);
  return typeof login === 'string' && /^[\w-]{1,100}$/.test(login) ? login : null;
}

function organizationIn(owner: unknown): Credentials['organization'] {
  const { id, type } = fieldsOf(owner);
  const login = loginIn(owner);
  return type === 'Organization' && login !== null && typeof id === 'number' && Number.isSafeInteger(id) && id > 0
    ? { id, login }
    : null;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

function isRsaKey(pem: string): boolean {
  try {
    return pem.length < 20_000 && createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Accepts only addresses on the code host's origin. */
function pageOn(webUrl: URL, address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === webUrl.origin && url.username === '' ? url.origin + url.pathname.replace(/\/+$/, '') : null;
}
