import { Type } from 'typebox';
import { TEAM_SLUG_MAX_CHARACTERS } from '../limits.ts';
import type { Shape } from '../shape.ts';

const TeamSlug = Type.String({ minLength: 1, maxLength: TEAM_SLUG_MAX_CHARACTERS });

/** ASCII letters of a slug match in either case. */
export const PeopleChange = Type.Union([
  Type.Object({ kind: Type.Literal('role'), role: Type.Union([Type.Literal('admin'), Type.Literal('member')]) }),
  Type.Object({ kind: Type.Literal('remove') }),
  Type.Object({
    kind: Type.Literal('convert', { description: 'Convert members to outside collaborators.' }),
  }),
  Type.Object({
    kind: Type.Literal('add-to-team'),
    team: TeamSlug,
    role: Type.Union([Type.Literal('member'), Type.Literal('maintainer')]),
  }),
  Type.Object({ kind: Type.Literal('remove-from-team'), team: TeamSlug }),
]);
export type PeopleChange = Shape<typeof PeopleChange>;
