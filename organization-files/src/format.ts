import { OWNERS_MIN_MAX, REQUIRED_OWNERS_MAX } from '@orgdesk/contract/limits';
import { NAME_PATTERNS } from '@orgdesk/contract/names';
import Type from 'typebox';

export const NAME_MAX_CHARACTERS = 255;
export const DESCRIPTION_MAX_CHARACTERS = 1024;

const CLOSED = { additionalProperties: false } as const;

const Login = Type.String({ pattern: NAME_PATTERNS.login });
const Logins = Type.Array(Login);
export const TEAM_KEY_PATTERN = NAME_PATTERNS.team;
const TeamSlug = Type.String({ pattern: TEAM_KEY_PATTERN });
const Mode = Type.Enum(['add-only', 'exact'], {
  description: '`exact` removes what the section does not list. Default: `add-only`.',
});
const Permission = Type.Enum(['pull', 'triage', 'push', 'maintain', 'admin']);
const Repositories = Type.Record(Type.String({ pattern: NAME_PATTERNS.repository }), Permission, CLOSED);

const Team = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: NAME_MAX_CHARACTERS, description: 'Default: the key.' }),
    ),
    previously: Type.Optional(
      Type.String({ minLength: 1, maxLength: NAME_MAX_CHARACTERS, description: 'Slug or name before a rename.' }),
    ),
    description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX_CHARACTERS })),
    privacy: Type.Optional(Type.Enum(['closed', 'secret'])),
    parent: Type.Optional(
      Type.Union([TeamSlug, Type.Null()], { description: 'Key or slug; null for a team without a parent.' }),
    ),
    maintainers: Type.Optional(Logins),
    members: Type.Optional(Logins),
    repositories: Type.Optional(Repositories),
    absent: Type.Optional(Type.Literal(true, { description: 'Deletes the team with its child teams.' })),
  },
  CLOSED,
);

/** Version 1 of the format. Files own only what they mention. */
export const OrganizationFile = Type.Object(
  {
    version: Type.Literal(1),
    organization: Type.Optional(Login),
    people: Type.Optional(
      Type.Object(
        {
          mode: Type.Optional(Mode),
          owners: Type.Optional(Logins),
          members: Type.Optional(Logins),
          ownersMin: Type.Optional(
            Type.Integer({ minimum: 1, maximum: OWNERS_MIN_MAX, description: 'Owners that plans must leave.' }),
          ),
          requiredOwners: Type.Optional(
            Type.Array(Login, { maxItems: REQUIRED_OWNERS_MAX, description: 'Owners that must stay owners.' }),
          ),
        },
        CLOSED,
      ),
    ),
    teams: Type.Optional(
      Type.Object(
        {
          mode: Type.Optional(Mode),
          entries: Type.Record(TeamSlug, Team, CLOSED),
        },
        CLOSED,
      ),
    ),
    outsideCollaborators: Type.Optional(
      Type.Object({ mode: Type.Optional(Mode), entries: Type.Record(Login, Repositories, CLOSED) }, CLOSED),
    ),
  },
  CLOSED,
);

export type OrganizationFile = Type.Static<typeof OrganizationFile>;
export type TeamEntry = NonNullable<OrganizationFile['teams']>['entries'][string];
export type Permission = NonNullable<TeamEntry['repositories']>[string];
