import { type HostAddress, hostPath } from '../host-path.ts';

/** A note in the description of each call about teams: the organization and the team by ID, which renames leave alone. */
export const teamUrl = (organizationId: number, teamId: number): HostAddress =>
  hostPath`/organizations/${organizationId}/team/${teamId}`;
