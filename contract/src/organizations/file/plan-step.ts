import { Type } from 'typebox';
import { Nullable, type Shape } from '../../shape.ts';

const Values = Type.Record(Type.String(), Nullable(Type.String()), {
  description: '`role`, `permission`, or settings of a team.',
});

/** One change on the code host. */
export const PlanStep = Type.Object({
  kind: Type.Union([
    Type.Literal('invite-person'),
    Type.Literal('add-person', { description: 'Where the code host has no invitations.' }),
    Type.Literal('set-role'),
    Type.Literal('remove-person'),
    Type.Literal('create-team'),
    Type.Literal('edit-team'),
    Type.Literal('delete-team'),
    Type.Literal('set-team-role', { description: 'Adds the person to the team, or changes their role there.' }),
    Type.Literal('remove-from-team'),
    Type.Literal('set-team-access'),
    Type.Literal('set-collaborator', { description: 'Access of an outside collaborator to a repository.' }),
  ]),
  login: Nullable(Type.String()),
  /** Slug after all renames; in the step that renames the team, before it. */
  team: Nullable(Type.String()),
  repository: Nullable(Type.String()),
  /** Of the person, otherwise of the team; null for a team that does not exist yet. */
  id: Nullable(Type.Integer()),
  /** What the plan saw; null if there was nothing. */
  from: Nullable(Values),
  /** Null for a removal. */
  to: Nullable(Values),
  needs: Nullable(Type.String({ description: 'Permission that the App lacks; the step is left out.' })),
});
export type PlanStep = Shape<typeof PlanStep>;
