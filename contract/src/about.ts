import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** Somebody a visitor can sign in as while the bundled, simulated code host is in use. */
export const DemoPerson = Type.Object({ login: Type.String(), description: Type.String() });
export type DemoPerson = Static<typeof DemoPerson>;

/** 200 of `GET /api/about`: what a page shows before anybody signed in. Holds nothing secret. */
export const AboutAnswer = Type.Object({
  version: Type.String(),
  codeHost: Type.Object({
    /** Address of the code host's web pages. */
    url: Type.String(),
    /** People of the bundled simulation, or null when a real code host is configured. */
    demoPeople: Nullable(Type.Array(DemoPerson)),
  }),
});
export type AboutAnswer = Static<typeof AboutAnswer>;
