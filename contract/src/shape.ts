import { type Static, type TSchema, Type } from 'typebox';

/** What has the shape of a schema. Whoever gets it may not change it, so whoever makes it may show what it keeps. */
export type Shape<Schema extends TSchema> = ReadonlyDeep<Static<Schema>>;

type ReadonlyDeep<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> } : Value;

/** A field that is always present and may be null ("known to be nothing"). */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
