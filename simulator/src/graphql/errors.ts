import type { GraphQLError } from 'graphql';
import { ApiError, SSO_HEADER } from '../api/errors.ts';

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export const couldNotResolve = (what: string) => new PlatformError('NOT_FOUND', `Could not resolve to ${what}.`);

export function wireError(error: GraphQLError): object {
  const { originalError, message } = error;
  const location = {
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
  };
  if (originalError instanceof PlatformError) return { type: originalError.type, ...location, message };
  if (originalError instanceof ApiError) {
    const extensions = SSO_HEADER in originalError.headers ? { extensions: { saml_failure: true } } : {};
    return { type: 'FORBIDDEN', ...extensions, ...location, message };
  }
  const [, unknownName] = /^Unknown operation named "(.*)"\.$/s.exec(message) ?? [];
  if (unknownName !== undefined) return { message: `No operation named "${unknownName}"` };
  const [, field, owner] = /^Cannot query field "(\w+)" on type "(\w+)"/.exec(message) ?? [];
  if (field === undefined) return { message, ...location };
  const extensions = { code: 'undefinedField', typeName: owner, fieldName: field };
  return { ...location, extensions, message: `Field '${field}' doesn't exist on type '${owner}'` };
}
