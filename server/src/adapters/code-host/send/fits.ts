import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

const ajv = new Ajv({ strict: false });
const validators = new WeakMap<TSchema, ValidateFunction>();

/**
 * Whether an answer has the form its documentation promises. A schema is compiled when it is first used.
 *
 * By the validator that the HTTP framework loads anyway: the schema library's own would be a fifth of the time to
 * start.
 */
export function fits<S extends TSchema>(schema: S, answer: unknown): answer is Static<S> {
  const validator = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validator);
  return validator(answer) === true;
}
