import validators from '@fastify/ajv-compiler';
import serializers from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type BuildValidators = ReturnType<typeof validators>;
type Serialize = ReturnType<ReturnType<ReturnType<typeof serializers>>>;

/**
 * The compilers of Fastify, which compile a schema when a request first needs it: all at once take half of the start,
 * and most of them are never used between two starts.
 */
export function lazyCompilers(): Factories {
  const [buildValidators, buildSerializers] = [validators(), serializers()];
  return {
    // Fastify calls a validator with the value alone, and reads nothing of it but its errors.
    buildValidator: ((...of: Parameters<BuildValidators>) => {
      const compile = buildValidators(...of);
      return (...route: Parameters<typeof compile>) => lazyValidator(() => compile(...route));
    }) as BuildValidators,
    buildSerializer: (...of) => {
      const compile = buildSerializers(...of);
      return (route) => {
        let serialize: Serialize | null = null;
        return (value) => {
          serialize ??= compile(route);
          return serialize(value);
        };
      };
    },
  };
}

type Validate = ReturnType<ReturnType<BuildValidators>>;

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
