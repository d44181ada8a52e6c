import { knownAsId } from '../../domain/app/installation.ts';
import { type Fields, fieldsIn } from './fields.ts';

/** Members of a body that tell one event from another. */
const TELLING_MEMBERS = [
  'account',
  'invitation',
  'member',
  'membership',
  'repositories_added',
  'repositories_removed',
  'repository',
  'team',
] as const;

type TellingMember = (typeof TELLING_MEMBERS)[number];

interface EventShape {
  readonly actions: readonly string[];
  readonly required: readonly TellingMember[];
  /** Members that only some of these actions have. */
  readonly optional?: readonly TellingMember[];
  /** Whether `installation` names its account; in other events it has only IDs. */
  readonly namesAccount?: true;
}

export const REPOSITORY_ACTIONS = [
  'archived',
  'created',
  'deleted',
  'edited',
  'privatized',
  'publicized',
  'renamed',
  'transferred',
  'unarchived',
] as const;

/** By event name. Source: GitHub's documentation of webhook events and payloads. */
const SHAPES: Readonly<Record<string, readonly EventShape[]>> = {
  installation: [
    {
      actions: ['created', 'deleted', 'suspend', 'unsuspend', 'new_permissions_accepted'],
      required: [],
      namesAccount: true,
    },
  ],
  installation_repositories: [
    { actions: ['added', 'removed'], required: ['repositories_added', 'repositories_removed'], namesAccount: true },
  ],
  installation_target: [{ actions: ['renamed'], required: ['account'] }],
  github_app_authorization: [{ actions: ['revoked'], required: [] }],
  organization: [
    { actions: ['renamed'], required: [] },
    { actions: ['deleted'], required: [], optional: ['membership'] },
    { actions: ['member_added', 'member_removed'], required: ['membership'] },
    { actions: ['member_invited'], required: ['invitation'] },
  ],
  membership: [{ actions: ['added', 'removed'], required: ['member', 'team'] }],
  team: [
    { actions: ['created', 'edited', 'deleted'], required: ['team'], optional: ['repository'] },
    { actions: ['added_to_repository', 'removed_from_repository'], required: ['team', 'repository'] },
  ],
  member: [{ actions: ['added', 'edited', 'removed'], required: ['member', 'repository'] }],
  repository: [{ actions: REPOSITORY_ACTIONS, required: ['repository'] }],
};

/**
 * Whether a body is of this event. The name of an event is outside the signature, so a captured body can be sent again
 * under another name.
 */
export function hasShapeOf(name: string, payload: Fields): boolean {
  const shapes = Object.hasOwn(SHAPES, name) ? (SHAPES[name] ?? []) : [];
  const shape = shapes.find(({ actions }) => actions.includes(String(payload.action)));
  if (shape === undefined) return false;
  const { required, optional = [], namesAccount = false } = shape;
  const installation = fieldsIn(payload, 'installation');
  const account = installation === null ? null : fieldsIn(installation, 'account');
  if ((knownAsId(account?.id) !== null) !== namesAccount) return false;
  return TELLING_MEMBERS.every(
    (member) => optional.includes(member) || hasMember(payload, member) === required.includes(member),
  );
}

const hasMember = (payload: Fields, member: TellingMember): boolean =>
  Object.hasOwn(payload, member) && typeof payload[member] === 'object' && payload[member] !== null;
