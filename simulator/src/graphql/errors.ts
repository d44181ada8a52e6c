import type { GraphQLError } from 'graphql';
import { addressNotAllowed, NOT_ACCESSIBLE, SAML_REQUIRED } from '../api/errors.ts';

/** A refusal with the platform's `type`, which stands at the top level of the error. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly type: string;
  readonly extensions: Readonly<Record<string, unknown>> | null;

  constructor(type: string, message: string, extensions: Readonly<Record<string, unknown>> | null = null) {
    super(message);
    this.type = type;
    this.extensions = extensions;
  }
}

/** Nothing there, or nothing this viewer may know of. */
export const couldNotResolve = (what: string) => new PlatformError('NOT_FOUND', `Could not resolve to ${what}.`);

/** The App may not read this here. */
export const forbidden = () => new PlatformError('FORBIDDEN', NOT_ACCESSIBLE);

/** Single sign-on is missing; `url` is where to sign on. */
export class SamlForbidden extends PlatformError {
  readonly url: string;

  constructor(url: string) {
    super('FORBIDDEN', SAML_REQUIRED, { saml_failure: true });
    this.url = url;
  }
}

/** The organization does not allow the caller's address. */
export const addressForbidden = (login: string) => new PlatformError('FORBIDDEN', addressNotAllowed(login));

/** An error in the order and with the fields the platform writes. */
export function wireError(error: GraphQLError): object {
  const { originalError, message } = error;
  const place = {
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
  };
  if (originalError instanceof PlatformError) {
    const { type, extensions } = originalError;
    return { type, ...(extensions === null ? {} : { extensions }), ...place, message };
  }
  const [, unknownName] = /^Unknown operation named "(.*)"\.$/s.exec(message) ?? [];
  if (unknownName !== undefined) return { message: `No operation named "${unknownName}"` };
  const [, field, owner] = /^Cannot query field "(\w+)" on type "(\w+)"/.exec(message) ?? [];
  if (field === undefined) return { message, ...place };
  const extensions = { code: 'undefinedField', typeName: owner, fieldName: field };
  return { ...place, extensions, message: `Field '${field}' doesn't exist on type '${owner}'` };
}
