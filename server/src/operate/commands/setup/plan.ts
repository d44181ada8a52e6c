import {
  NEEDED_EVENTS,
  OFFERED_PERMISSIONS,
  registeredAddresses,
  requestedPermissions,
} from '../../../domain/installation.ts';
import { APP_NAME_MAX_CHARACTERS } from '../../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import { isLoopback } from '../../../lib/texts.ts';

/** Everything is text, because it is stored in a file. */
export interface SetupPlan {
  /** An origin. */
  readonly baseUrl: string;
  readonly port: string;
  readonly databaseUrl: string;
  /** An origin. */
  readonly codeHostUrl: string;
  /** If null, derived from the code host's address. */
  readonly codeHostApiUrl: string | null;
  /** If null, the account of the person who confirms. */
  readonly organization: string | null;
  readonly name: string;
  /** True if every account may install it. */
  readonly isPublic: boolean;
  /** Names of offered permissions, separated by commas. A setup saved by an earlier version has none. */
  readonly permissions?: string;
}

/** Values from options or answers; undefined if not specified. */
export type SetupAnswers = { readonly [Field in keyof SetupPlan]?: string | undefined };

interface Question {
  readonly field: 'baseUrl' | 'codeHostUrl' | 'organization' | 'name' | 'databaseUrl' | 'permissions';
  readonly text: string;
}

export const QUESTIONS: readonly Question[] = [
  { field: 'baseUrl', text: 'URL where people will open orgdesk?' },
  { field: 'codeHostUrl', text: 'URL of the code host?' },
  { field: 'organization', text: 'Which organization will own the App? Leave empty for your own account' },
  { field: 'name', text: 'Name of the App?' },
  { field: 'databaseUrl', text: 'Database URL?' },
  {
    field: 'permissions',
    text: `Optional permissions, separated by commas?\n${OFFERED_PERMISSIONS.map(
      ({ name, level, purpose }) => `  ${name} (${level}): ${purpose}\n`,
    ).join('')}Leave empty for none`,
  },
];

type FieldParser<T> = (text: string) => Result<T, string>;

/** Parses an address without query or user. Accepts http only on this machine, because cookies require https. */
function address(text: string): URL | null {
  if (!URL.canParse(text) || /[?#]/.test(text)) return null;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && url.username === '' && url.password === '' ? url : null;
}

const origin =
  (what: string): FieldParser<string> =>
  (text) => {
    const url = address(text);
    return url?.pathname === '/'
      ? ok(url.origin)
      : refuse(`${what} must look like https://host.example, without a path, query or user; http only on localhost`);
  };
const like =
  (pattern: RegExp, must: string): FieldParser<string> =>
  (text) =>
    pattern.test(text) ? ok(text) : refuse(must);

/** Refusals are messages without a final period. */
export const PARSERS: { readonly [Field in Exclude<keyof SetupPlan, 'isPublic'>]: FieldParser<string> } = {
  baseUrl: origin('The base URL'),
  codeHostUrl: origin('The code host URL'),
  codeHostApiUrl: (text) =>
    address(text) !== null ? ok(text) : refuse('The REST API URL must use https and have no query'),
  organization: like(
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?$/,
    'The organization must be a login: letters, digits and dashes',
  ),
  name: (text) =>
    text.length <= APP_NAME_MAX_CHARACTERS && /[A-Za-z0-9]/.test(text) && !/[\p{Cc}]/u.test(text)
      ? ok(text)
      : refuse(`The name must have at most ${APP_NAME_MAX_CHARACTERS} characters and contain a letter or digit`),
  // Excludes characters that shells, systemd and container engines read differently.
  databaseUrl: like(
    /^(sqlite:|postgres(ql)?:\/\/)[^\s#'"\\$`]+$/,
    'The database must be sqlite:PATH or postgres://…, with spaces, quotes, #, $ and backslashes percent-encoded',
  ),
  permissions(text) {
    const unknown = namesIn(text).find((name) => !OFFERED_PERMISSIONS.some((offered) => offered.name === name));
    if (unknown === undefined) return ok(namesIn(text).join(','));
    return refuse(`Optional permissions are ${OFFERED_PERMISSIONS.map(({ name }) => name).join(', ')}`);
  },
  port: (text) =>
    /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
      ? ok(text)
      : refuse('The port must be a number from 1 to 65535'),
};

export function problemsOf(answers: SetupAnswers): readonly string[] {
  return Object.entries(PARSERS).flatMap(([field, read]) => {
    const text = Reflect.get(answers, field);
    const result = typeof text === 'string' ? read(text) : ok('');
    return result.ok ? [] : [`${result.refusal}.`];
  });
}

/** Returns a field's default; `random` distinguishes Apps of local services. */
export function usual(field: Question['field'] | 'port', answers: SetupAnswers, random: string): string {
  const base = new URL(answers.baseUrl ?? `http://localhost:${answers.port ?? '3000'}`);
  const of: Readonly<Record<typeof field, () => string>> = {
    baseUrl: () => base.origin,
    codeHostUrl: () => 'https://github.com',
    organization: () => '',
    name: () => nameFor(base.hostname, random),
    databaseUrl: () => 'sqlite:./data/orgdesk.db',
    permissions: () => '',
    port: () => (isLoopback(base.hostname) && base.port !== '' ? base.port : '3000'),
  };
  return of[field]();
}

/** Expects values without problems. */
export function planOf(answers: SetupAnswers, random: string): SetupPlan {
  const text = (field: Question['field'] | 'port') => {
    const read = PARSERS[field](answers[field] ?? usual(field, answers, random));
    return read.ok ? read.value : '';
  };
  const organization = answers.organization === undefined || answers.organization === '' ? null : answers.organization;
  return {
    baseUrl: text('baseUrl'),
    port: text('port'),
    databaseUrl: text('databaseUrl'),
    codeHostUrl: text('codeHostUrl'),
    codeHostApiUrl: answers.codeHostApiUrl ?? null,
    organization,
    name: text('name'),
    // A private App of a person reaches no organization.
    isPublic: organization === null || answers.isPublic !== undefined,
    permissions: text('permissions'),
  };
}

/** Returns each name once, in one order. */
const namesIn = (text: string): readonly string[] =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean).toSorted((a, b) => (a < b ? -1 : 1));

export const chosenPermissions = ({ permissions = '' }: SetupPlan): readonly string[] => namesIn(permissions);

/** A remote code host cannot reach a loopback address. */
export const hasWebhook = ({ baseUrl, codeHostUrl }: SetupPlan): boolean =>
  !isLoopback(new URL(baseUrl).hostname) || isLoopback(new URL(codeHostUrl).hostname);

function nameFor(hostname: string, random: string): string {
  const host = hostname.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');
  const name = isLoopback(hostname) ? `orgdesk-${host}-${random}` : `orgdesk-${host}`;
  return name.slice(0, APP_NAME_MAX_CHARACTERS).replace(/-$/, '');
}

/** GitHub docs: Registering a GitHub App from a manifest. */
interface AppManifest {
  readonly name: string;
  readonly url: string;
  /** Omitted without a reachable address, which the platform would refuse. */
  readonly hook_attributes?: { readonly url: string; readonly active: true };
  readonly redirect_url: string;
  readonly callback_urls: readonly string[];
  readonly setup_url: string;
  readonly description: string;
  readonly public: boolean;
  readonly default_events: readonly string[];
  readonly default_permissions: Readonly<Record<string, string>>;
  readonly request_oauth_on_install: false;
  readonly setup_on_update: true;
}

/** The browser returns to `redirectUrl` with a code. */
export function appManifest(plan: SetupPlan, redirectUrl: URL): AppManifest {
  const baseUrl = new URL(plan.baseUrl);
  const receivesWebhooks = hasWebhook(plan);
  const { callback, setup, webhook } = registeredAddresses(baseUrl);
  const permissions = requestedPermissions(chosenPermissions(plan));
  return {
    name: plan.name,
    url: baseUrl.origin,
    ...(receivesWebhooks ? { hook_attributes: { url: webhook.href, active: true } } : {}),
    redirect_url: redirectUrl.href,
    callback_urls: [callback.href],
    setup_url: setup.href,
    description: 'Organizations, members and invitations, administered with orgdesk.',
    public: plan.isPublic,
    default_events: receivesWebhooks ? NEEDED_EVENTS : [],
    default_permissions: Object.fromEntries(permissions.map(({ name, level }) => [name, level])),
    request_oauth_on_install: false,
    setup_on_update: true,
  };
}

/** Where the browser posts the manifest; without an organization, for the signed-in account. */
export function registrationPage(webUrl: URL, organization: string | null, state: string): URL {
  const account = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
  const page = new URL(`${account}/settings/apps/new`, webUrl);
  page.searchParams.set('state', state);
  return page;
}

export function appSettingsPage(webUrl: URL, organization: string | null, slug: string | null): URL {
  const account = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
  return new URL(`${account}/settings/apps${slug === null ? '' : `/${slug}`}`, webUrl);
}
