import { ApiError, fieldsOf } from '../api/errors.ts';

type Field<T> = (value: unknown, name: string) => T;

export const optionalBodyOf = <T extends object>(fields: { readonly [Name in keyof T]: Field<T[Name]> }) => {
  const read = bodyOf(fields);
  return (body: unknown): T => read(body === undefined || body === null ? {} : body);
};

export const bodyOf =
  <T extends object>(fields: { readonly [Name in keyof T]: Field<T[Name]> }) =>
  (body: unknown): T => {
    const values = fieldsOf(body);
    const read = Object.entries<Field<unknown>>(fields).map(([name, field]) => [name, field(values.get(name), name)]);
    return Object.fromEntries(read) as T;
  };

export const integer: Field<number> = (value, name) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse(name, value, 'an integer');

export const text: Field<string> = (value, name) =>
  typeof value === 'string' ? value : refuse(name, value, 'a string');

export const flag: Field<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : refuse(name, value, 'a boolean');

export const listOf =
  <T>(entry: Field<T>): Field<readonly T[]> =>
  (value, name) =>
    Array.isArray(value)
      ? value.map((inner: unknown, index) => entry(inner, `${name}/${index}`))
      : refuse(name, value, 'an array');

export const optional =
  <T>(field: Field<T>): Field<T | null> =>
  (value, name) =>
    value === undefined ? null : field(value, name);

export const oneOf =
  <T extends string>(allowed: readonly T[], usual: T): Field<T> =>
  (value, name) =>
    allowed.find((word) => word === (value ?? usual)) ?? refuse(name, value, `a member of ${JSON.stringify(allowed)}`);

export const invalidRequest = (problem: string) => new ApiError(422, `Invalid request.\n\n${problem}`);

function refuse(name: string, value: unknown, kind: string): never {
  const written = value === null ? 'nil' : JSON.stringify(value);
  throw invalidRequest(`For 'properties/${name}', ${written} is not ${kind}.`);
}
