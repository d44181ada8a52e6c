import { Ajv, type ValidateFunction } from 'ajv';
import { type Static, type TSchema, Type } from 'typebox';
import type { HostRefusal } from '../../domain/host-refusal.ts';

/** The ID is exact as a JavaScript number. */
export const HostId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const HostLogin = Type.String({ minLength: 1 });

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const TextOrNull = orNull(Type.String());

/** Null also near the year 9999: an expiry, some days later, needs a four-digit year too. */
export function instantIn(text: string): Date | null {
  const instant = new Date(text);
  const year = instant.getUTCFullYear();
  return year >= 0 && year < 9_999 ? instant : null;
}

// Validating our own schemas would take longer than compiling them.
const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });

const validators = new WeakMap<TSchema, ValidateFunction>();

/**
 * Pass only module-level schemas: compiled ones are cached forever. The schema library's own validator would add a
 * fifth to the start time.
 */
export function fits<S extends TSchema>(schema: S, answer: unknown): answer is Static<S> {
  const validator = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validator);
  return validator(answer) === true;
}

export interface HostAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly message: string | null;
  /** Taken from the code host's clock, else from ours. */
  readonly answeredAt: Date;
  readonly retryAt: Date | null;
  readonly refusal: HostRefusal | null;
}
