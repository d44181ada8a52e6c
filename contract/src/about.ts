import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** Somebody a visitor can sign in as while the bundled, simulated code host is in use. */
export const DemoPerson = Type.Object({ login: Type.String(), description: Type.String() });
export type DemoPerson = Static<typeof DemoPerson>;

/** 200 of `GET /api/about`: what a page shows before anybody signed in. Holds nothing secret. */
export const AboutAnswer = Type.Object({
  version: Type.String(),
  codeHost: Type.Object({
    url: Type.String({ description: "Address of the code host's web pages." }),
    demoPeople: Nullable(
      Type.Array(DemoPerson, {
        description: 'People of the bundled simulation, or null when a real code host is configured.',
      }),
    ),
  }),
});
export type AboutAnswer = Static<typeof AboutAnswer>;
