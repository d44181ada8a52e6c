import { type Static, type TSchema, Type } from 'typebox';

/** Deeply readonly, so that the service can return values it keeps. */
export type Shape<Schema extends TSchema> = ReadonlyDeep<Static<Schema>>;

type ReadonlyDeep<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> } : Value;

/** Always present, but may be null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
