import { type TSchema, Type } from 'typebox';

/** A field that is always present and may be null ("known to be nothing"). */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
