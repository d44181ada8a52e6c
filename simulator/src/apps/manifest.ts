import type { Permissions } from '../world/records.ts';
import { isEvent, isEventFor, isLevelOf, isPermission } from './known-permissions.ts';

/** GitHub docs: Registering a GitHub App. */
export const NAME_MAX_CHARACTERS = 34;
/** GitHub docs: Registering a GitHub App from a manifest, parameters. */
const CALLBACKS_MAX = 10;

export interface Manifest {
  readonly name: string;
  readonly url: string;
  readonly hook: { readonly url: string; readonly active: boolean } | null;
  readonly redirectUrl: string | null;
  readonly callbackUrls: readonly string[];
  readonly setupUrl: string | null;
  readonly description: string;
  readonly isPublic: boolean;
  readonly events: readonly string[];
  readonly permissions: Permissions;
  readonly oauthOnInstall: boolean;
  readonly setupOnUpdate: boolean;
}

type ParsedJson = ReturnType<typeof JSON.parse>;

const TEXT = { is: (value: unknown) => typeof value === 'string', kind: 'a string' };
const FLAG = { is: (value: unknown) => typeof value === 'boolean', kind: 'a boolean' };
const LIST = { is: Array.isArray, kind: 'an array' };
const OBJECT = {
  is: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  kind: 'an object',
};

const FIELDS = {
  name: TEXT,
  url: TEXT,
  hook_attributes: OBJECT,
  redirect_url: TEXT,
  callback_urls: LIST,
  setup_url: TEXT,
  description: TEXT,
  public: FLAG,
  default_events: LIST,
  default_permissions: OBJECT,
  request_oauth_on_install: FLAG,
  setup_on_update: FLAG,
};
const HOOK_FIELDS = { url: TEXT, active: FLAG };

/**
 * Problems are worded as people reported them. `reachesLoopback` allows webhooks to this machine. GitHub docs:
 * Registering a GitHub App from a manifest.
 */
export function readManifest(
  text: string,
  reachesLoopback: boolean,
): { readonly manifest: Manifest } | { readonly problems: readonly string[] } {
  const json = parsed(text);
  if (!OBJECT.is(json)) return { problems: ['The manifest is not a JSON object.'] };
  const ofShape = shapeProblems(json);
  if (ofShape.length > 0) return { problems: ofShape };
  const problems = valueProblems(json, reachesLoopback);
  return problems.length > 0 ? { problems } : { manifest: manifestOf(json) };
}

function parsed(text: string): ParsedJson {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function shapeProblems(json: ParsedJson): readonly string[] {
  const hook = OBJECT.is(json.hook_attributes) ? misfits(json.hook_attributes, HOOK_FIELDS, 'hook_attributes/') : [];
  const texts = ['callback_urls', 'default_events'].flatMap((name) =>
    (Array.isArray(json[name]) ? json[name] : []).flatMap((entry: unknown, index: number) =>
      TEXT.is(entry) ? [] : [`For '${name}/${index}', ${JSON.stringify(entry)} is not a string.`],
    ),
  );
  return [...misfits(json, FIELDS, ''), ...hook, ...texts];
}

function misfits(
  json: ParsedJson,
  fields: Readonly<Record<string, { is: (value: unknown) => boolean; kind: string }>>,
  below: string,
) {
  const missing = 'url' in json ? [] : [`"url" wasn't supplied.`];
  return missing.concat(
    Object.entries(json).flatMap(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) return [`"${name}" is not a permitted key.`];
      return field.is(value)
        ? []
        : [`For 'properties/${below}${name}', ${JSON.stringify(value)} is not ${field.kind}.`];
    }),
  );
}

function valueProblems(json: ParsedJson, reachesLoopback: boolean): readonly string[] {
  const { name = '', url, hook_attributes: hook, callback_urls: callbacks = [] } = json;
  const permissions: Readonly<Record<string, unknown>> = json.default_permissions ?? {};
  const events: readonly string[] = json.default_events ?? [];
  const names = Object.keys(permissions);
  const addresses = { 'Redirect url': json.redirect_url, 'Setup url': json.setup_url, 'Hook url': hook?.url };
  const strange = Object.entries({ Url: url, ...addresses }).filter(([, each]) => each !== undefined && !isWeb(each));
  const isLocal = hook !== undefined && isWeb(hook.url) && !reachesLoopback && isLoopback(hook.url);
  const allowed = new Set(names);
  return [
    ...(name.length > NAME_MAX_CHARACTERS ? [nameTooLong()] : []),
    ...strange.map(([field]) => `${field} must be a valid URL`),
    ...(isLocal ? [unreachable(hook.url), 'Hook is invalid'] : []),
    ...(callbacks.length > CALLBACKS_MAX || !callbacks.every(isWeb) ? ['Callback urls is invalid'] : []),
    ...(names.every(isPermission) ? [] : ['Default permission records resource is not included in the list']),
    ...(names.some((each) => isPermission(each) && !isLevelOf(each, permissions[each]))
      ? ['Default permission records action is not included in the list']
      : []),
    ...eventProblem(
      'Default events unsupported',
      events.filter((event) => !isEvent(event)),
    ),
    ...eventProblem(
      'Default events are not supported by permissions',
      events.filter((event) => !isEventFor(event, allowed)),
    ),
    ...(events.length > 0 && hook === undefined ? ['Hook url cannot be blank'] : []),
  ];
}

const eventProblem = (text: string, events: readonly string[]) =>
  events.length === 0 ? [] : [`${text}: ${events.join(', ')}`];

export const nameTooLong = () => `Name is too long (maximum is ${NAME_MAX_CHARACTERS} characters)`;

const unreachable = (url: string) =>
  `Hook url is not supported because it isn't reachable over the public Internet (${new URL(url).hostname})`;

const isWeb = (text: unknown): boolean => typeof text === 'string' && /^https?:\/\//.test(text) && URL.canParse(text);

const isLoopback = (url: string): boolean => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

const manifestOf = (json: ParsedJson): Manifest => ({
  name: json.name ?? '',
  url: json.url,
  hook: json.hook_attributes ? { url: json.hook_attributes.url, active: json.hook_attributes.active ?? true } : null,
  redirectUrl: json.redirect_url ?? null,
  callbackUrls: json.callback_urls ?? [],
  setupUrl: json.setup_url ?? null,
  description: json.description ?? '',
  isPublic: json.public ?? false,
  events: json.default_events ?? [],
  // Every App can read metadata. GitHub docs: Choosing permissions for a GitHub App.
  permissions: { metadata: 'read', ...json.default_permissions },
  oauthOnInstall: json.request_oauth_on_install ?? false,
  setupOnUpdate: json.setup_on_update ?? false,
});
