import { Type } from 'typebox';
import type { Shape } from './shape.ts';

/** Body of every refusal under `/api`. The sentence may be shown to people. Specification: Errors. */
export const ErrorAnswer = Type.Object({
  error: Type.String({ description: 'A sentence that may be shown to people.' }),
});
export type ErrorAnswer = Shape<typeof ErrorAnswer>;

/** 200 of requests that have nothing to tell, `POST /api/auth/logout` for example. */
export const OkAnswer = Type.Object({ ok: Type.Literal(true) });
export type OkAnswer = Shape<typeof OkAnswer>;
