import { Ajv, type ValidateFunction } from 'ajv';
import { type Static, type TSchema, Type } from 'typebox';

/** A numeric ID of the code host, exact as a JavaScript number. */
export const HostId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** A login; an empty one names nobody. */
export const HostLogin = Type.String({ minLength: 1 });
/** A schema for what is null when there is none. */
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** A text that is null when there is none. */
export const TextOrNull = orNull(Type.String());

// The schemas are ours: to check them by the schema of schemas would take longer than to compile all of them.
const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
const validators = new WeakMap<TSchema, ValidateFunction>();

/**
 * Whether an answer has the form its documentation promises. A schema is compiled when it is first used and stays
 * compiled for good, so it has to be one of a module, never one that a call makes.
 *
 * By the validator that the HTTP framework loads anyway: the schema library's own would be a fifth of the time to
 * start.
 */
export function fits<S extends TSchema>(schema: S, answer: unknown): answer is Static<S> {
  const validator = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validator);
  return validator(answer) === true;
}
