import { createPrivateKey } from 'node:crypto';
import { ok, type Result, refuse } from '../../domain/result.ts';

/** The App as the code host registered it, with its secrets. */
export interface Credentials {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Null where the App has no webhook. */
  readonly webhookSecret: string | null;
  /** PEM. */
  readonly pem: string;
  /** The App's page, on the origin of the code host; null when it named none there. */
  readonly page: string | null;
  /** The login of who owns it; null when that was not told. */
  readonly owner: string | null;
  /** The organization that owns it; null for a person. */
  readonly organization: { readonly id: number; readonly login: string } | null;
}

/** What may stand in a line of the file of settings. */
const ONE_LINE = /^[\x21-\x7e]{1,500}$/;

/** Reads what a conversion told; refuses with the name of the first field that cannot be used. */
export function readCredentials(told: unknown, webUrl: URL): Result<Credentials, string> {
  const { id, slug, name, client_id, client_secret, webhook_secret, pem, html_url, owner } = fieldsOf(told);
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

/** People are sent to the code host alone, whatever it says. */
function pageOn(webUrl: URL, address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === webUrl.origin && url.username === '' ? url.origin + url.pathname.replace(/\/+$/, '') : null;
}
