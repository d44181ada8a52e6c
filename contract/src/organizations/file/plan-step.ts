import { Type } from 'typebox';
import { Nullable, type Shape } from '../../shape.ts';

const Values = Type.Record(Type.String(), Nullable(Type.String()), {
  description: '`role`, `permission`, or settings of a team; `parentId` is null or the digits of an ID.',
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
  /** Slug as the code host has it; the key in the files for a team that does not exist yet. */
  team: Nullable(Type.String()),
  teamId: Nullable(Type.Integer({ description: 'Null for a team that does not exist yet.' })),
  repository: Nullable(Type.String()),
  /** Of the person, otherwise of the team; null for a team that does not exist yet. */
  id: Nullable(Type.Integer()),
  /** What the plan saw; null if there was nothing. */
  from: Nullable(Values),
  /** Null for a removal. */
  to: Nullable(Values),
  needs: Nullable(Type.String({ description: 'Permission that the App lacks; the step is left out.' })),
  after: Type.Array(Type.Integer({ minimum: 0 }), {
    description: 'Indexes of steps without which this one is not made. In jobs, of rows.',
  }),
});
export type PlanStep = Shape<typeof PlanStep>;
