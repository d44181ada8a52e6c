import validators from '@fastify/ajv-compiler';
import serializers from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type BuildValidators = ReturnType<typeof validators>;
type Serialize = ReturnType<ReturnType<ReturnType<typeof serializers>>>;

/**
 * The compilers of Fastify, which compile a schema when a request first needs it, and equal answers once: all of them at
 * the start take half of it, and most are never used.
 */
export function lazyCompilers(): Factories {
  const [buildValidators, buildSerializers] = [validators(), serializers()];
  return {
    // Fastify calls a validator with the value alone, and reads nothing of it but its errors.
    buildValidator: ((...of: Parameters<BuildValidators>) => {
      const compile = buildValidators(...of);
      return (route: Parameters<typeof compile>[0]) =>
        lazyValidator(() => {
          // It is the route with its schema, whatever its type says.
          const { schema } = Object(route) as { readonly schema?: unknown };
          return once(validatorsBySchema, JSON.stringify([of, schema]), () => compile(route));
        });
    }) as BuildValidators,
    buildSerializer: (...of) => {
      const compile = buildSerializers(...of);
      return (route) => {
        let serialize: Serialize | null = null;
        return (value) => {
          serialize ??= once(serializersBySchema, JSON.stringify([of, route.schema]), () => compile(route));
          return serialize(value);
        };
      };
    },
  };
}

type Validate = ReturnType<ReturnType<BuildValidators>>;

/**
 * Equal ones are shared, as the serializer of errors by all endpoints: they keep nothing but a validator's errors, which
 * are taken from it at once.
 */
const serializersBySchema = new Map<string, Serialize>();
const validatorsBySchema = new Map<string, Validate>();

function once<T>(compiled: Map<string, T>, schema: string, compile: () => T): T {
  const found = compiled.get(schema) ?? compile();
  compiled.set(schema, found);
  return found;
}

function lazyValidator(compile: () => Validate) {
  let validate: Validate | null = null;
  const lazy = Object.assign(
    (value: unknown) => {
      validate ??= compile();
      const isValid = validate(value);
      lazy.errors = validate.errors;
      return isValid;
    },
    { errors: null as Validate['errors'] },
  );
  return lazy;
}
