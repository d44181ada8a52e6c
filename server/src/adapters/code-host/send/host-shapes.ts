import { Type } from 'typebox';

/** A numeric ID of the code host, exact as a JavaScript number. */
export const HostId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** A login; an empty one names nobody. */
export const HostLogin = Type.String({ minLength: 1 });
/** A text that is null when there is none. */
export const TextOrNull = Type.Union([Type.String(), Type.Null()]);
