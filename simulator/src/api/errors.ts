import type { HostKind } from '../world/links.ts';
import { acceptedHeader, type NeededPermissions } from './permissions.ts';

/** GitHub docs: Troubleshooting the REST API, validation failed. */
export interface ValidationProblem {
  readonly resource?: string;
  readonly code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom' | 'no_seat';
  readonly field: string;
  readonly message?: string;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly ValidationProblem[] | null;
  readonly documentationUrl: string;
  /** Of what moved; null for other refusals. */
  readonly url: string | null = null;

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    errors: readonly ValidationProblem[] | null = null,
    documentationUrl = 'https://docs.github.com/rest',
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
    this.documentationUrl = documentationUrl;
  }
}

/** Enterprise Server omits `status`. */
export function errorBody(error: ApiError, kind: HostKind): object {
  return {
    message: error.message,
    ...(error.errors === null ? {} : { errors: error.errors }),
    ...(error.url === null ? {} : { url: error.url }),
    documentation_url: error.documentationUrl,
    ...(kind !== 'enterprise-server' && error.url === null ? { status: String(error.status) } : {}),
  };
}

export type RedirectStatus = 301 | 307;

/** Body observed: 18F/charlie, pull request 85. GitHub docs: Best practices for using the REST API, follow redirects. */
export class MovedError extends ApiError {
  override readonly url: string;

  constructor(status: RedirectStatus, url: string) {
    const guide = 'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects';
    super(status, 'Moved Permanently', { location: url }, null, guide);
    this.url = url;
  }
}

export const notFound = () => new ApiError(404, 'Not Found');

export function demand<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw notFound();
  return value;
}

export const validationFailed = (problem: ValidationProblem) => new ApiError(422, 'Validation Failed', {}, [problem]);

export function fieldsOf(body: unknown): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError(400, 'Body should be a JSON object');
  }
  return new Map(Object.entries(body));
}

export const badCredentials = () => new ApiError(401, 'Bad credentials');

export const requiresAuthentication = () => new ApiError(401, 'Requires authentication');

export const installationSuspended = () => new ApiError(403, 'This installation has been suspended');

export const notAccessible = (needed?: NeededPermissions) =>
  new ApiError(403, 'Resource not accessible by integration', needed === undefined ? {} : acceptedHeader(needed));

export const SSO_HEADER = 'x-github-sso';

export const samlRequired = (url: string) =>
  new ApiError(
    403,
    'Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.',
    { [SSO_HEADER]: `required; url=${url}` },
  );

export const addressNotAllowed = (login: string) =>
  new ApiError(
    403,
    `Although you appear to have the correct authorization credentials, the \`${login}\` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.`,
  );
